/** The provider's mark and name. */
export function Logo({ name, mark }: { name: string; mark: string }) {
  return (
    <span className="logo">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of the content, looked through when it is read */}
      <span className="logo-mark" aria-hidden="true" dangerouslySetInnerHTML={{ __html: mark }} />
      <span className="logo-name">
        {name} <span className="logo-suffix">API</span>
      </span>
    </span>
  );
}
