import type { ApiError } from '../../content/contract.ts';
import { statusText } from '../../content/status-text.ts';
import { ProseLine } from './prose.tsx';

export function ErrorsTable({ errors, label }: { errors: ApiError[]; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <div className="table-scroll errors" tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">When</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={`${error.status} ${error.meaning}`}>
              <th scope="row">
                <span className="badge badge-danger">{error.status}</span>
                <span className="errors-words">{statusText(error.status)}</span>
              </th>
              <td>
                <ProseLine text={error.meaning} />
              </td>
              <td>
                <ProseLine text={error.action} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
