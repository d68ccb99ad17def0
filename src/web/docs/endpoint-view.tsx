import { commonErrorsSentence } from '../../content/common-errors.ts';
import type { Section } from '../../content/contract.ts';
import { endpointParts } from '../../content/outline.ts';
import { basinsTable, variablesTable } from '../../content/tables.ts';
import { useShownExamples } from '../code/shown-code.ts';
import { DrawnPicture } from '../pictures/drawn-picture.tsx';
import { useSite } from '../router/router-context.tsx';
import { AccessNote } from './access-note.tsx';
import { Beside } from './beside.tsx';
import { EndpointCode } from './code-examples.tsx';
import { DataTable } from './data-table.tsx';
import { ErrorsTable } from './errors-table.tsx';
import { Heading } from './heading.tsx';
import { Later } from './later.tsx';
import { Parameters } from './parameters.tsx';
import { Prose } from './prose.tsx';
import { ResponseExampleView } from './response-example.tsx';
import { RouteLine } from './route-line.tsx';
import { SectionHeading } from './section-heading.tsx';
import { TryIt } from './try-it.tsx';

interface EndpointViewProps {
  section: Extract<Section, { kind: 'endpoint' }>;
  anchor: string;
  path: string;
  isRepeated: boolean;
}

export function EndpointView({ section, anchor, path, isRepeated }: EndpointViewProps) {
  const doc = section.endpoint;
  const { additional_endpoints = [], valid_variables, basin_definitions } = doc.endpoint;
  const commonErrors = commonErrorsSentence(useSite());
  const examples = useShownExamples(section.file, doc.code_examples);
  return (
    <section className="docs-section" aria-labelledby={anchor}>
      <Beside
        code={
          <Later>
            <EndpointCode examples={examples} parameters={doc.input_parameters} anchor={`${anchor}-input`} />
            <PartHeading part="example" anchor={anchor} />
            <ResponseExampleView
              example={doc.response_example}
              parameters={doc.response_parameters}
              title={`Response of ${doc.title}`}
            />
          </Later>
        }
        more={
          <Later>
            <PartHeading part="input" anchor={anchor} />
            <Parameters parameters={doc.input_parameters} anchor={`${anchor}-input`} />
            {valid_variables && <DataTable label="Variables" table={variablesTable(valid_variables)} />}
            {basin_definitions && <DataTable label="Basins" table={basinsTable(basin_definitions)} />}
            <PartHeading part="response" anchor={anchor} />
            <Parameters parameters={doc.response_parameters} anchor={`${anchor}-response`} />
          </Later>
        }
      >
        <SectionHeading title={doc.title} anchor={anchor} path={path} isRepeated={isRepeated} />
        <Prose text={doc.description} />
        <AccessNote access={doc.access} />
        <PartHeading part="endpoints" anchor={anchor} />
        {[doc.endpoint, ...additional_endpoints].map((route) => (
          <RouteLine key={route.full_url} route={route} />
        ))}
        <TryIt section={section} anchor={anchor} />
      </Beside>

      <Beside
        code={
          doc.drawn_as && (
            <Later>
              <PartHeading part="picture" anchor={anchor} />
              <DrawnPicture file={section.file} drawnAs={doc.drawn_as} picture={section.picture} />
            </Later>
          )
        }
        more={
          <Later>
            <PartHeading part="errors" anchor={anchor} />
            {doc.errors.length > 0 && <ErrorsTable errors={doc.errors} label={`Errors of ${doc.title}`} />}
            {commonErrors && <Prose text={commonErrors} />}
            {doc.additional_info && (
              <>
                <PartHeading part="notes" anchor={anchor} />
                <Prose text={doc.additional_info} />
              </>
            )}
          </Later>
        }
      />
    </section>
  );
}

function PartHeading({ part, anchor }: { part: keyof typeof endpointParts; anchor: string }) {
  return (
    <Heading level={3} anchor={`${anchor}-${part}`}>
      {endpointParts[part]}
    </Heading>
  );
}
