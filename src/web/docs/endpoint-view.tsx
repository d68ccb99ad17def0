import { Fragment, type RefObject, useEffect, useRef, useState } from 'react';
import type { Route } from '../../content/contract.ts';
import { endpointParts } from '../../content/outline.ts';
import { basinsTable, commonErrorsSentence, variablesTable } from '../../content/page-text.ts';
import { parameterAnchor } from '../../content/prose.ts';
import { answerFile } from '../../urls.ts';
import { useShownExamples } from '../code/form-code.ts';
import { ParameterLinksContext } from '../code/highlight.ts';
import { DocPicture } from '../pictures/doc-picture.tsx';
import { useSite } from '../router/router-context.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { AccessNote } from './access-note.tsx';
import { DataTable, ErrorsTable } from './data-table.tsx';
import { DeferredContent } from './deferred-content.tsx';
import { CodeExamples, ResponseExampleView } from './examples.tsx';
import { Heading, SectionHeading, type SectionProps } from './heading.tsx';
import { Parameters } from './parameters.tsx';
import { Prose, ProseLine } from './prose.tsx';
import { TwoColumns } from './two-columns.tsx';

export function EndpointView({ section, anchor, path, isRepeated }: SectionProps<'endpoint'>) {
  const doc = section.endpoint;
  const { additional_endpoints = [], valid_variables, basin_definitions } = doc.endpoint;
  const commonErrors = commonErrorsSentence(useSite());
  const examples = useShownExamples(section.file, doc.code_examples);
  const responseSlot = useRef<HTMLDivElement>(null);
  const [isLive, setIsLive] = useState(false);
  const parameterLinks = new Map(
    doc.input_parameters.map(({ name }) => [name, parameterAnchor(`${anchor}-input`, name)]),
  );
  const samples = (
    <ParameterLinksContext key="samples" value={parameterLinks}>
      <CodeExamples examples={examples} />
    </ParameterLinksContext>
  );
  // A live response takes the place of the example, and comes first.
  const response = (
    <Fragment key="response">
      <PartHeading part="example" anchor={anchor} />
      <div ref={responseSlot} className="live-response" />
      {!isLive && (
        <ResponseExampleView
          example={doc.response_example}
          parameters={doc.response_parameters}
          title={`Response of ${doc.title}`}
        />
      )}
    </Fragment>
  );
  return (
    <section className="docs-section" data-is-long aria-labelledby={anchor}>
      <TwoColumns
        code={<DeferredContent>{isLive ? [response, samples] : [samples, response]}</DeferredContent>}
        isLive={isLive}
        more={
          <DeferredContent>
            <PartHeading part="input" anchor={anchor} />
            <Parameters parameters={doc.input_parameters} anchor={`${anchor}-input`} />
            {valid_variables && <DataTable label="Variables" table={variablesTable(valid_variables)} />}
            {basin_definitions && <DataTable label="Basins" table={basinsTable(basin_definitions)} />}
            <PartHeading part="response" anchor={anchor} />
            <Parameters parameters={doc.response_parameters} anchor={`${anchor}-response`} />
          </DeferredContent>
        }
      >
        <SectionHeading title={doc.title} anchor={anchor} path={path} isRepeated={isRepeated} />
        <Prose text={doc.description} />
        <AccessNote access={doc.access} />
        <PartHeading part="endpoints" anchor={anchor} />
        {[doc.endpoint, ...additional_endpoints].map((route) => (
          <RouteLine key={route.full_url} route={route} />
        ))}
        <TryIt section={section} anchor={anchor} responseSlot={responseSlot} onLive={setIsLive} />
      </TwoColumns>

      <DeferredContent>
        <TwoColumns
          code={
            doc.drawn_as && (
              <>
                <PartHeading part="picture" anchor={anchor} />
                <DocPicture
                  answer={answerFile('endpoints', section.file)}
                  drawnAs={doc.drawn_as}
                  picture={section.picture}
                />
              </>
            )
          }
          more={
            <>
              <PartHeading part="errors" anchor={anchor} />
              {doc.errors.length > 0 && <ErrorsTable errors={doc.errors} label={`Errors of ${doc.title}`} />}
              {commonErrors && <Prose text={commonErrors} />}
              {doc.additional_info && (
                <>
                  <PartHeading part="notes" anchor={anchor} />
                  <Prose text={doc.additional_info} />
                </>
              )}
            </>
          }
        />
      </DeferredContent>
    </section>
  );
}

interface PartHeadingProps {
  part: keyof typeof endpointParts;
  anchor: string;
}

const PartHeading = ({ part, anchor }: PartHeadingProps) => (
  <Heading level={3} anchor={`${anchor}-${part}`}>
    {endpointParts[part]}
  </Heading>
);

function RouteLine({ route }: { route: Route }) {
  const host = route.full_url.endsWith(route.path) ? route.full_url.slice(0, -route.path.length) : '';
  return (
    <div className="route">
      {route.title && <p className="route-title">{route.title}</p>}
      <div className="route-line">
        <span className="route-method">{route.method}</span>
        <code className="route-address">
          {host && (
            <span className="route-host">
              {/* A long address may wrap after each slash. */}
              {host.split(/(?<=\/)(?!\/)/).map((part) => (
                <Fragment key={part}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </span>
          )}
          <span className="route-path">{host ? route.path : route.full_url}</span>
        </code>
        <CopyButton text={route.full_url} label={`Copy URL of ${route.path}`} />
      </div>
      {route.description && (
        <p className="route-description">
          <ProseLine text={route.description} />
        </p>
      )}
    </div>
  );
}

const consoleCode = onDemand(() => import('../console/console.tsx'));

interface TryItProps extends Pick<SectionProps<'endpoint'>, 'section' | 'anchor'> {
  responseSlot: RefObject<HTMLElement | null>;
  onLive: (isLive: boolean) => void;
}

/** A link can open the form, but it never sends the call. */
function TryIt({ section, anchor, ...response }: TryItProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { value: code, failure, retry } = useOnDemand(consoleCode, isOpen);
  const name = section.file.replace(/\.yaml$/, '');
  useEffect(() => {
    if (new URLSearchParams(location.search).get('try') === name) setIsOpen(true);
  }, [name]);
  if (isOpen && code)
    return (
      <code.Console
        {...response}
        section={section}
        name={name}
        anchor={anchor}
        onClose={() => setIsOpen(false)}
      />
    );
  return (
    <div className="try-it">
      <Button
        size="small"
        loading={isOpen && !failure}
        aria-label={`Try it: ${section.endpoint.title}`}
        onClick={() => (failure ? retry() : setIsOpen(true))}
      >
        Try it
      </Button>
      {failure && <span role="alert">The form couldn't be loaded. Check your connection and try again.</span>}
    </div>
  );
}
