/** Of another host's answer a page sees those that it exposes. */
export function HeadersTable({ headers }: { headers: Headers }) {
  return (
    <div className="console-scroll">
      <table aria-label="Headers of the answer">
        <tbody>
          {[...headers].map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
