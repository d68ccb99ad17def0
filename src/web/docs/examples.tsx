import { useId, useState } from 'react';
import type { CodeExample, Parameter, ResponseExample } from '../../content/contract.ts';
import { CodeBar, CodeBlock, CodePanel, LanguageCode } from '../code/code-block.tsx';
import { InspectorPanel } from '../inspector/inspector-panel.tsx';
import { useSite } from '../router/router-context.tsx';
import { collapse } from '../ui/collapsible.tsx';
import { TabList, TabPanel } from '../ui/tab-list.tsx';

export const CodeExamples = ({ examples }: { examples: CodeExample[] | undefined }) =>
  examples?.map(({ title, languages, text, format }) =>
    languages ? (
      <LanguageCode key={title} title={title} texts={languages} />
    ) : (
      <CodeBlock key={title} title={title} text={text} grammar={format} />
    ),
  );

interface ResponseExampleProps {
  example: ResponseExample;
  title: string;
  parameters?: Parameter[];
}

/** Shows the response as text and as a tree. A NetCDF file is shown by its header. */
export function ResponseExampleView({ example, title, parameters = [] }: ResponseExampleProps) {
  const base = useId();
  const { exampleNote } = useSite();
  const [selected, setSelected] = useState<'raw' | 'inspector'>('raw');
  const isJson = example.type === 'application/json';
  return (
    <figure className="code" aria-label={title}>
      <CodeBar title={isJson ? 'JSON' : 'NetCDF header'} text={example.text}>
        <TabList
          label={`View of ${title}`}
          tabs={[
            { key: 'raw', label: 'Raw' },
            { key: 'inspector', label: 'Inspector' },
          ]}
          selected={selected}
          onSelect={setSelected}
          base={base}
        />
      </CodeBar>
      {example.shortened && <p className="code-note">Shortened: {example.shortened}</p>}
      {exampleNote && <p className="code-note">{exampleNote}</p>}
      <TabPanel base={base} of="raw" hidden={selected !== 'raw'}>
        <CodePanel text={example.text} grammar={isJson ? 'json' : 'text'} limit={collapse.response} />
      </TabPanel>
      <TabPanel base={base} of="inspector" hidden={selected !== 'inspector'}>
        {selected === 'inspector' && <InspectorPanel example={example} parameters={parameters} />}
      </TabPanel>
    </figure>
  );
}
