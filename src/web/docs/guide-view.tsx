import { ArrowRight } from 'lucide';
import type { ReactNode } from 'react';
import type { GuideStep } from '../../content/contract.ts';
import { anchorOf } from '../../content/prose.ts';
import { DocPicture } from '../pictures/doc-picture.tsx';
import { Link } from '../router/link.tsx';
import { LiveStatus } from '../status/live-status.tsx';
import { Icon } from '../ui/icon.tsx';
import { Changes } from './changes.tsx';
import { DataTable } from './data-table.tsx';
import { CodeExamples, ResponseExampleView } from './examples.tsx';
import { Heading, SectionHeading, type SectionProps } from './heading.tsx';
import { Parameters } from './parameters.tsx';
import { Prose, ProseLine } from './prose.tsx';
import { TwoColumns } from './two-columns.tsx';

export const GuideView = ({
  section: { guide, picture },
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
              <DocPicture file={guide.drawn_as.answer_of} drawnAs={guide.drawn_as} picture={picture} />
            )}
          </>
        )
      }
    >
      <SectionHeading title={guide.title} anchor={anchor} path={path} isRepeated={isRepeated} />
      {guide.shows === 'status' && <LiveStatus />}
      <Prose text={guide.description} />
      {guide.parameters && <Parameters parameters={guide.parameters} anchor={anchor} />}
    </TwoColumns>
    {guide.table && <DataTable table={guide.table} label={guide.title} />}
    {guide.steps &&
      (guide.steps.some(({ date }) => date) ? (
        <Changes steps={guide.steps} anchor={anchor} />
      ) : (
        <Steps steps={guide.steps} anchor={anchor} numbered={guide.numbered} />
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
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
);

interface StepsProps {
  steps: GuideStep[];
  anchor: string;
  level?: 3 | 4;
  /** Numbered steps must be done in order. Other guides use steps as chapters. */
  numbered: boolean | undefined;
}

export function Steps({ steps, anchor, level = 3, numbered }: StepsProps) {
  const List = numbered ? 'ol' : 'div';
  const Item = numbered ? 'li' : 'div';
  return (
    <List className="steps">
      {steps.map((step) => (
        <Item key={step.title} className="step">
          <StepContent step={step}>
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

export function StepContent({ step, children }: { step: GuideStep; children: ReactNode }) {
  const { code_examples, response_example, table } = step;
  return (
    <TwoColumns
      code={
        (code_examples || response_example) && (
          <>
            <CodeExamples examples={code_examples} />
            {response_example && <ResponseExampleView example={response_example} title={step.title} />}
          </>
        )
      }
      more={table && <DataTable table={table} label={step.title} />}
    >
      {children}
      <Prose text={step.description} />
    </TwoColumns>
  );
}
