import './answer.css';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { EndpointDoc } from '../../../content/contract.ts';
import { codeOf } from '../../../content/requests/code.ts';
import { CodeBlock } from '../../code/code-block.tsx';
import { InspectorPanel } from '../../docs/inspector/inspector-panel.tsx';
import { useSite } from '../../router/router-context.tsx';
import { TabList, TabPanel } from '../../ui/tab-list.tsx';
import { AnswerHead } from './answer-head.tsx';
import { DrawnTab } from './drawn-tab.tsx';
import { HeadersTable } from './headers-table.tsx';
import { RawAnswer } from './raw-answer.tsx';
import { TableTab } from './table-tab.tsx';
import type { CallState } from './use-call.ts';

interface AnswerViewProps {
  state: CallState;
  doc: EndpointDoc;
  name: string;
  onNextPage: (since: string) => void;
}

/** A terminal is let in, and takes more, where a browser is and does not. */
const terminalHelps = ['not-allowed', 'not-reached', 'too-large'];

type Answered = Extract<CallState, { phase: 'answered' }>;

/** What came, as what it is. */
export function AnswerView({ state, doc, name, onNextPage }: AnswerViewProps) {
  const { keys } = useSite();
  const box = useRef<HTMLDivElement>(null);
  const isThere = state.phase === 'answered' || state.phase === 'failed';
  useEffect(() => {
    if (isThere) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isThere]);
  return (
    <div ref={box} className="console-answer">
      {state.phase === 'failed' && (
        <>
          <p className="console-failure" role="alert">
            {state.message}
          </p>
          {state.code && terminalHelps.includes(state.code) && (
            <CodeBlock
              title="In a terminal"
              grammar="bash"
              text={codeOf(state.request, 'curl', keys.environment)}
            />
          )}
        </>
      )}
      {state.phase === 'answered' && (
        <>
          <AnswerHead answered={state} doc={doc} name={name} onNextPage={onNextPage} />
          <AnswerTabs key={state.askedAt} answered={state} doc={doc} name={name} />
        </>
      )}
    </div>
  );
}

const tabLabels = {
  drawn: 'Picture',
  table: 'Table',
  inspector: 'Inspector',
  raw: 'Raw',
  headers: 'Headers',
};
type TabKey = keyof typeof tabLabels;

/** A tree of more would take longer to build than anybody looks at it. */
const inspectorCharactersMax = 500_000;

function tabsOf({ answer: { status, body } }: Answered, doc: EndpointDoc): TabKey[] {
  const isText = typeof body === 'string';
  if (status >= 400) return isText ? ['raw', 'headers'] : ['headers'];
  return [
    ...(doc.drawn_as ? (['drawn'] as const) : []),
    ...(isText ? (['table'] as const) : []),
    ...(isText && body.length <= inspectorCharactersMax ? (['inspector'] as const) : []),
    ...(isText ? (['raw'] as const) : []),
    'headers',
  ];
}

function AnswerTabs({ answered, doc, name }: { answered: Answered; doc: EndpointDoc; name: string }) {
  const base = useId();
  const tabs = tabsOf(answered, doc);
  const [chosen, setChosen] = useState<TabKey>();
  const selected = chosen ?? tabs[0]!;
  const { body, headers } = answered.answer;
  const text = typeof body === 'string' ? body : '';
  const example = useMemo(() => ({ type: 'application/json' as const, text }), [text]);
  return (
    <>
      <TabList
        label="View of the answer"
        tabs={tabs.map((key) => ({ key, label: tabLabels[key] }))}
        selected={selected}
        onSelect={setChosen}
        base={base}
      />
      {tabs.map((key) => (
        <TabPanel key={key} base={base} of={key} hidden={key !== selected}>
          {key === selected && key === 'drawn' && (
            <DrawnTab answered={answered} drawnAs={doc.drawn_as!} title={doc.title} />
          )}
          {key === selected && key === 'table' && <TableTab text={text} name={name} />}
          {key === selected && key === 'inspector' && (
            <InspectorPanel example={example} parameters={doc.response_parameters} />
          )}
          {key === selected && key === 'raw' && <RawAnswer text={text} />}
          {key === selected && key === 'headers' && <HeadersTable headers={headers} />}
        </TabPanel>
      ))}
    </>
  );
}
