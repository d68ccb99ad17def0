import { useId, useState } from 'react';
import type { Parameter, ResponseExample } from '../../content/contract.ts';
import { CodeBar, CodePanel } from '../code/code-block.tsx';
import { collapsePx } from '../ui/collapse.ts';
import { panelId, TabList, tabId } from '../ui/tab-list.tsx';
import { InspectorPanel } from './inspector/inspector-panel.tsx';

interface ResponseExampleProps {
  example: ResponseExample;
  title: string;
  /** Their units are shown in the Inspector. */
  parameters?: Parameter[];
}

const tabs = [
  { key: 'raw', label: 'Raw' },
  { key: 'inspector', label: 'Inspector' },
] as const;
type TabKey = (typeof tabs)[number]['key'];

/** JSON as text and as a tree; a NetCDF file as the header that describes it. */
export function ResponseExampleView({ example, title, parameters = [] }: ResponseExampleProps) {
  const base = useId();
  const [selected, setSelected] = useState<TabKey>('raw');
  const isJson = example.type === 'application/json';
  const raw = (
    <CodePanel text={example.text} grammar={isJson ? 'json' : 'text'} limitPx={collapsePx.response} />
  );
  const type = isJson ? 'JSON' : 'NetCDF header';
  if (!isJson) {
    return (
      <figure className="code" aria-label={title}>
        <CodeBar title={type} text={example.text} />
        {raw}
      </figure>
    );
  }
  return (
    <figure className="code" aria-label={title}>
      <CodeBar title={type} text={example.text}>
        <TabList
          label={`View of ${title}`}
          tabs={[...tabs]}
          selected={selected}
          onSelect={setSelected}
          base={base}
        />
      </CodeBar>
      {tabs.map(({ key }) => (
        <div
          key={key}
          role="tabpanel"
          id={panelId(base, key)}
          aria-labelledby={tabId(base, key)}
          hidden={key !== selected}
        >
          {key === 'raw' && raw}
          {key === 'inspector' && selected === 'inspector' && (
            <InspectorPanel text={example.text} parameters={parameters} />
          )}
        </div>
      ))}
    </figure>
  );
}
