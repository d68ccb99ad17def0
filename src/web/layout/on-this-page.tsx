import { ChevronDown } from 'lucide';
import { useId, useMemo, useState } from 'react';
import type { Section } from '../../content/contract.ts';
import { type Heading, outlineOf } from '../../content/outline.ts';
import { Icon } from '../ui/icon.tsx';
import { useActiveHeading } from './use-active-heading.ts';

/**
 * Words from 1280 px on, with the parts of the section being read; below that a rail of dots that say their words
 * when pointed at; on a phone a bar that unfolds.
 */
export function OnThisPage({ sections }: { sections: Section[] }) {
  const outline = useMemo(() => outlineOf(sections), [sections]);
  const id = useId();
  const [open, setOpen] = useState(false);
  const headings = outline.flatMap((entry) => [entry, ...entry.below]);
  const { active, choose } = useActiveHeading(headings.map(({ anchor }) => anchor));
  if (outline.length === 0) return null;

  const reading = headings[active];
  const current = outline.find((entry) => entry === reading || entry.below.some((part) => part === reading));
  const go = (heading: Heading) => {
    choose(headings.indexOf(heading));
    setOpen(false);
  };
  return (
    <nav className="on-this-page" aria-label="On this page" data-open={open || undefined}>
      <p className="on-this-page-title" aria-hidden="true">
        On this page
      </p>
      <button
        type="button"
        className="on-this-page-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        On this page
        <span className="on-this-page-reading">{current?.title}</span>
        <Icon of={ChevronDown} size={16} />
      </button>
      <ul id={id}>
        {outline.map((entry) => (
          <li key={entry.anchor}>
            <Entry heading={entry} isCurrent={entry === current} onChoose={go} />
            {entry === current && entry.below.length > 0 && (
              <ul className="on-this-page-below">
                {entry.below.map((part) => (
                  <li key={part.anchor}>
                    <Entry heading={part} isCurrent={part === reading} onChoose={go} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface EntryProps {
  heading: Heading;
  isCurrent: boolean;
  onChoose: (heading: Heading) => void;
}

function Entry({ heading, isCurrent, onChoose }: EntryProps) {
  return (
    <a
      href={`#${heading.anchor}`}
      className="on-this-page-entry"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onChoose(heading)}
    >
      <span className="on-this-page-dot" />
      <span className="on-this-page-words">{heading.title}</span>
    </a>
  );
}
