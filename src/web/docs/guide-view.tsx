import { ArrowRight } from 'lucide';
import type { ReactNode } from 'react';
import type { Card, GuideStep } from '../../content/contract.ts';
import { accessOf, noActionNeeded } from '../../content/page-text.ts';
import { anchorOf } from '../../content/prose.ts';
import { formatDay } from '../../time.ts';
import { answerFile } from '../../urls.ts';
import { DocPicture } from '../pictures/doc-picture.tsx';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { LiveStatus } from '../status/live-status.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ConnectAssistant } from './connect-assistant.tsx';
import { DataTable } from './data-table.tsx';
import { DeferredContent } from './deferred-content.tsx';
import { CodeExamples, ResponseExampleView } from './examples.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Heading, SectionHeading, type SectionProps } from './heading.tsx';
import { Parameters } from './parameters.tsx';
import { Prose, ProseLine } from './prose.tsx';
import { TwoColumns } from './two-columns.tsx';

export const GuideView = ({
  section: { guide, file, picture },
  anchor,
  path,
  isRepeated,
}: SectionProps<'guide'>) => (
  <section className="docs-section" aria-labelledby={anchor}>
    <TwoColumns
      code={
        (guide.code_examples || guide.response_example || guide.drawn_as) && (
          <>
            <CodeExamples examples={guide.code_examples} />
            {guide.response_example && (
              <ResponseExampleView example={guide.response_example} title={guide.title} />
            )}
            {guide.drawn_as && (
              <DocPicture
                answer={answerFile('endpoints', guide.drawn_as.answer_of)}
                drawnAs={guide.drawn_as}
                picture={picture}
              />
            )}
          </>
        )
      }
    >
      <SectionHeading title={guide.title} anchor={anchor} path={path} isRepeated={isRepeated} />
      {guide.shows === 'status' && <LiveStatus />}
      {guide.shows === 'connect' && <ConnectAssistant />}
      <Prose text={guide.description} />
      {guide.shows === 'first-steps' && <FirstSteps />}
      {guide.parameters && <Parameters parameters={guide.parameters} anchor={anchor} />}
    </TwoColumns>
    <DeferredContent>
      {guide.table && <DataTable table={guide.table} label={guide.title} />}
      {guide.steps &&
        (guide.steps.some(({ date }) => date) ? (
          <Changes steps={guide.steps} anchor={anchor} />
        ) : (
          <Steps
            steps={guide.steps}
            anchor={anchor}
            numbered={guide.numbered}
            pictureOf={({ drawn_as }) =>
              drawn_as && (
                <DocPicture answer={answerFile('guides', file)} drawnAs={drawn_as} picture={picture} />
              )
            }
          />
        ))}
      {guide.links && (
        <ul className="cards">
          {guide.links.map((card) => (
            <li key={card.title}>
              <Link href={card.href} className="card">
                <span className="card-title">
                  {card.title}
                  <Icon of={ArrowRight} size={15} />
                </span>
                <span className="card-description">
                  <ProseLine text={card.description} />
                </span>
                <CardAccess card={card} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </DeferredContent>
  </section>
);

function CardAccess({ card }: { card: Card }) {
  const access = accessOf(card, useSite());
  if (access.length === 0) return null;
  return (
    <span className="card-access">
      {access.includes('free') && <span className="badge badge-success">Free</span>}
      {access.includes('all_access') && <span className="badge badge-accent">All-access</span>}
    </span>
  );
}

interface StepsProps {
  steps: GuideStep[];
  anchor: string;
  level?: 3 | 4;
  /** Numbered steps must be done in order. Other guides use steps as chapters. */
  numbered: boolean | undefined;
  pictureOf?: (step: GuideStep) => ReactNode;
}

export function Steps({ steps, anchor, level = 3, numbered, pictureOf }: StepsProps) {
  const List = numbered ? 'ol' : 'div';
  const Item = numbered ? 'li' : 'div';
  return (
    <List className="steps">
      {steps.map((step) => (
        <Item key={step.title} className="step">
          <StepContent step={step} picture={pictureOf?.(step)}>
            <Heading
              level={level}
              anchor={`${anchor}-${anchorOf(step.title)}`}
              end={step.badge && <span className="badge">{step.badge}</span>}
            >
              {step.title}
            </Heading>
          </StepContent>
        </Item>
      ))}
    </List>
  );
}

interface StepContentProps {
  step: GuideStep;
  picture?: ReactNode;
  children: ReactNode;
}

export function StepContent({ step, picture, children }: StepContentProps) {
  const { code_examples, response_example, table, action } = step;
  return (
    <TwoColumns
      code={
        (code_examples || response_example) && (
          <>
            <CodeExamples examples={code_examples} />
            {response_example && <ResponseExampleView example={response_example} title={step.title} />}
            {picture}
          </>
        )
      }
      more={table && <DataTable table={table} label={step.title} />}
    >
      {children}
      <Prose text={step.description} />
      {action && (
        <Link href={action.href} className={`${buttonClass('secondary')} step-action`}>
          {action.title}
          <Icon of={ArrowRight} size={16} />
        </Link>
      )}
    </TwoColumns>
  );
}

const tags = {
  new: { tone: 'badge-success', label: 'New' },
  changed: { tone: 'badge-accent', label: 'Changed' },
  fixed: { tone: 'badge-warning', label: 'Fixed' },
};

/** Dated steps, with the date in a column of its own. The changes of a day show it once. */
const Changes = ({ steps, anchor }: { steps: GuideStep[]; anchor: string }) => (
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
