import type { Heading } from '../../content/outline.ts';
import { useActiveHeading } from './use-active-heading.ts';

/** Words from 1280 px on, below that a rail of dots that say their words when pointed at. */
export function OnThisPage({ headings }: { headings: Heading[] }) {
  const { active, choose } = useActiveHeading(headings.map((heading) => heading.anchor));
  if (headings.length === 0) return null;
  return (
    <nav className="on-this-page" aria-label="On this page">
      <p className="on-this-page-title" aria-hidden="true">
        On this page
      </p>
      <ul>
        {headings.map((heading, index) => (
          <li key={heading.anchor}>
            <a
              href={`#${heading.anchor}`}
              className="on-this-page-entry"
              aria-current={index === active ? 'true' : undefined}
              onClick={() => choose(index)}
            >
              <span className="on-this-page-dot" />
              <span className="on-this-page-words">{heading.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
