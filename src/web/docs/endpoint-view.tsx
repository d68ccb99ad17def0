import type { EndpointDoc } from '../../content/contract.ts';
import { basinsTable, variablesTable } from '../../content/tables.ts';
import { AccessNote } from './access-note.tsx';
import { CodeExamples } from './code-examples.tsx';
import { CopyForLlm } from './copy-for-llm.tsx';
import { DataTable } from './data-table.tsx';
import { ErrorsTable } from './errors-table.tsx';
import { Heading } from './heading.tsx';
import { Later } from './later.tsx';
import { Parameters } from './parameters.tsx';
import { Prose } from './prose.tsx';
import { ResponseExampleView } from './response-example.tsx';
import { RouteLine } from './route-line.tsx';

interface EndpointViewProps {
  endpoint: EndpointDoc;
  anchor: string;
  path: string;
}

export function EndpointView({ endpoint: doc, anchor, path }: EndpointViewProps) {
  const { additional_endpoints = [], valid_variables, basin_definitions } = doc.endpoint;
  return (
    <section className="docs-section" aria-labelledby={anchor}>
      <Heading level={2} anchor={anchor} end={<CopyForLlm path={path} section={anchor} />}>
        {doc.title}
      </Heading>
      <Prose text={doc.description} />
      <AccessNote access={doc.access} />

      <Heading level={3} anchor={`${anchor}-endpoints`}>
        Endpoints
      </Heading>
      {[doc.endpoint, ...additional_endpoints].map((route) => (
        <RouteLine key={route.full_url} route={route} />
      ))}
      <Later>
        <CodeExamples examples={doc.code_examples} />
      </Later>

      <Later>
        <Heading level={3} anchor={`${anchor}-input`}>
          Input Parameters
        </Heading>
        <Parameters parameters={doc.input_parameters} anchor={`${anchor}-input`} />
        {valid_variables && <DataTable label="Variables" table={variablesTable(valid_variables)} />}
        {basin_definitions && <DataTable label="Basins" table={basinsTable(basin_definitions)} />}
      </Later>

      <Later>
        <Heading level={3} anchor={`${anchor}-response`}>
          Response Parameters
        </Heading>
        <Parameters parameters={doc.response_parameters} anchor={`${anchor}-response`} />
      </Later>

      <Later>
        <Heading level={3} anchor={`${anchor}-example`}>
          Response Example
        </Heading>
        <ResponseExampleView
          example={doc.response_example}
          parameters={doc.response_parameters}
          title={`Response of ${doc.title}`}
        />
      </Later>

      <Later>
        {doc.errors.length > 0 && (
          <>
            <Heading level={3} anchor={`${anchor}-errors`}>
              Errors
            </Heading>
            <ErrorsTable errors={doc.errors} label={`Errors of ${doc.title}`} />
          </>
        )}
        {doc.additional_info && (
          <>
            <Heading level={3} anchor={`${anchor}-notes`}>
              Good to know
            </Heading>
            <Prose text={doc.additional_info} />
          </>
        )}
      </Later>
    </section>
  );
}
