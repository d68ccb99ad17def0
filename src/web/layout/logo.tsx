/** A balloon on its way up through two layers of wind. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="logo">
      <svg width="28" height="28" viewBox="0 0 28 28" fill="none" aria-hidden="true">
        <rect width="28" height="28" rx="8" className="logo-sky" />
        <path
          d="M14 4.8c3.7 0 6.3 2.6 6.3 6 0 3.3-2.9 5.6-4.9 7.7h-2.8c-2-2.1-4.9-4.4-4.9-7.7 0-3.4 2.6-6 6.3-6Z"
          className="logo-balloon"
        />
        <path d="M14 18.5v4.7" className="logo-line" />
        <path d="M4.6 21.4c2.2-1.7 4.1 1.2 6.4-.2M17 22.6c2.3-1.8 4.2 1.1 6.4-.3" className="logo-wind" />
      </svg>
      <span className="logo-name">
        {name} <span className="logo-suffix">API</span>
      </span>
    </span>
  );
}
