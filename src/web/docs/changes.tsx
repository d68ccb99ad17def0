import type { GuideStep } from '../../content/contract.ts';
import { noActionNeeded } from '../../content/page-text.ts';
import { anchorOf } from '../../content/prose.ts';
import { formatDay } from '../../time.ts';
import { Heading } from './heading.tsx';
import { Prose } from './prose.tsx';

const tags = {
  new: { tone: 'badge-success', label: 'New' },
  changed: { tone: 'badge-accent', label: 'Changed' },
  fixed: { tone: 'badge-warning', label: 'Fixed' },
};

/** Dated steps, with the date in a column of its own. The changes of a day show it once. */
export const Changes = ({ steps, anchor }: { steps: GuideStep[]; anchor: string }) => (
  <ol className="changes">
    {steps.map(({ title, date, description, tag, needs_no_action }, index) => (
      <li key={title} className="change">
        {date && (
          <time dateTime={date} data-repeated={date === steps[index - 1]?.date || undefined}>
            {formatDay(Date.parse(date))}
          </time>
        )}
        <div>
          <Heading
            level={3}
            anchor={`${anchor}-${anchorOf(title)}`}
            end={tag && <span className={`badge ${tags[tag].tone}`}>{tags[tag].label}</span>}
          >
            {title}
          </Heading>
          <Prose text={description} />
          {needs_no_action && <p className="change-action">{noActionNeeded}</p>}
        </div>
      </li>
    ))}
  </ol>
);
