import './response.css';
import { ArrowRight, Download } from 'lucide';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { DrawnAs, EndpointDoc } from '../../content/contract.ts';
import { parseInline, plainText } from '../../content/prose.ts';
import { codeOf } from '../../content/requests/code.ts';
import { fileNameOf } from '../../content/requests/file-name.ts';
import { statusText } from '../../content/status-text.ts';
import { CodeBlock, CodePanel } from '../code/code-block.tsx';
import { jsonText, parseJson } from '../code/exact-json.ts';
import { InspectorPanel } from '../inspector/inspector-panel.tsx';
import { useSite } from '../router/router-context.tsx';
import { Button } from '../ui/button.tsx';
import { collapse } from '../ui/collapsible.tsx';
import { downloadFile } from '../ui/download.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { ResponseTable } from './response-table.tsx';
import type { CallState } from './use-console.ts';

interface AnswerViewProps {
  state: CallState;
  doc: EndpointDoc;
  name: string;
  onNextPage: (since: string) => void;
}

/** In these cases the curl command works where the browser fails. */
const terminalHelps = ['not-allowed', 'not-reached', 'too-large'];

type Answered = Extract<CallState, { phase: 'answered' }>;

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

/** Larger trees take too long to build. */
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
          {key === selected && key === 'table' && <ResponseTable text={text} name={name} />}
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

interface AnswerHeadProps {
  answered: Extract<CallState, { phase: 'answered' }>;
  doc: EndpointDoc;
  name: string;
  onNextPage: (since: string) => void;
}

function AnswerHead({ answered, doc, name, onNextPage }: AnswerHeadProps) {
  const { answer, request, refusal } = answered;
  const { status, body, bytes, durationMs } = answer;
  const since = typeof body === 'string' ? nextSinceIn(body) : undefined;
  const action = doc.errors.find((error) => error.status === status)?.action;
  const fileName = request.isFile && status < 400 ? fileNameOf(request) : `${name}.json`;
  return (
    <>
      <div className="console-answer-head">
        <p role="status">
          <span className={`badge badge-${status < 400 ? 'success' : 'danger'}`}>
            {status} {statusText(status)}
          </span>
          <span className="console-facts">
            {durationMs} ms · {bytesWords(bytes)}
          </span>
        </p>
        {since && (
          <Button variant="secondary" size="small" onClick={() => onNextPage(since)}>
            Next page
            <Icon of={ArrowRight} size={15} />
          </Button>
        )}
        <button type="button" className="icon-button" onClick={() => downloadFile(fileName, body)}>
          <Icon of={Download} size={15} />
          Download
        </button>
      </div>
      {refusal && <p className="console-failure">{refusal}</p>}
      {status >= 400 && action && <p className="console-note">{plainText(parseInline(action))}</p>}
    </>
  );
}

/** For another host, the browser shows only the headers that the host exposes. */
function HeadersTable({ headers }: { headers: Headers }) {
  return (
    <div className="console-scroll">
      <table aria-label="Headers of the answer">
        <tbody>
          {[...headers].map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Highlighting more characters would block the page noticeably. */
const highlightedMax = 50_000;
const shownMax = 200_000;

/** Short JSON is formatted. Every digit stays as it was received. */
function RawAnswer({ text }: { text: string }) {
  const laidOut = useMemo(() => {
    if (text.length > shownMax) return text.slice(0, shownMax);
    const parsed = parseJson(text);
    return parsed === undefined ? text : jsonText(parsed);
  }, [text]);
  return (
    <div className="console-raw">
      <CodePanel
        text={laidOut}
        grammar={text.length <= highlightedMax ? 'json' : 'text'}
        limit={collapse.response}
      />
      {text.length > shownMax && (
        <p className="console-note">The first {bytesWords(shownMax)}: the file has the rest.</p>
      )}
    </div>
  );
}

interface DrawnTabProps {
  answered: Extract<CallState, { phase: 'answered' }>;
  drawnAs: DrawnAs;
  title: string;
}

const textCode = onDemand(() => import('./response-chart.tsx'));
const fileCode = onDemand(() => import('./response-map.tsx'));

/** The chart code is loaded with the first response that is drawn. */
function DrawnTab({ answered: { answer, values, askedAt }, drawnAs, title }: DrawnTabProps) {
  const { body } = answer;
  const asked = useMemo(() => ({ drawnAs, values, askedAt }), [drawnAs, values, askedAt]);
  const text = useOnDemand(textCode, typeof body === 'string');
  const file = useOnDemand(fileCode, typeof body !== 'string');
  const { failure, retry } = typeof body === 'string' ? text : file;
  if (failure)
    return (
      <p className="console-note">
        The picture could not be loaded.{' '}
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      </p>
    );
  const named = { title, isSynthetic: answer.headers.get('X-Synthetic') === 'true' };
  if (typeof body === 'string') {
    if (text.value) return <text.value.DrawnText text={body} asked={asked} {...named} />;
  } else if (file.value) return <file.value.DrawnFile body={body} {...named} />;
  return <p className="console-note late">Loading...</p>;
}

export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A string keeps all digits, which a number would lose. */
export function nextSinceIn(text: string): string | undefined {
  if (!/"has_next_page"\s*:\s*true/.test(text)) return undefined;
  return /"next_since"\s*:\s*(\d+)/.exec(text)?.[1];
}
