import './response.css';
import { ArrowRight, Download } from 'lucide';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { DrawnAs, EndpointDoc } from '../../content/contract.ts';
import { statusText } from '../../content/page-text.ts';
import { parseInline, plainText } from '../../content/prose.ts';
import { codeOf, fileNameOf } from '../../content/requests/code.ts';
import { nextSinceIn } from '../api/next-page.ts';
import { CodeBlock, CodePanel } from '../code/code-block.tsx';
import { jsonText, parseJson } from '../code/exact-json.ts';
import { InspectorPanel } from '../inspector/inspector-panel.tsx';
import { GuestLimit } from '../keys/call-failure.tsx';
import { useSite } from '../router/router-context.tsx';
import { Button } from '../ui/button.tsx';
import { collapse } from '../ui/collapsible.tsx';
import { downloadFile } from '../ui/download.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { TabList, TabPanel } from '../ui/tab-list.tsx';
import { ResponseTable } from './response-table.tsx';
import type { CallResult, ConsoleState } from './use-console.ts';

interface ResponseViewProps {
  console: ConsoleState;
  doc: EndpointDoc;
  name: string;
  onNextPage: (since: string) => void;
}

/** In these cases the curl command works where the browser fails. */
const curlHelps = ['not-allowed', 'not-reached', 'too-large'];

/** The last response stays until the next one is there. */
export function ResponseView({ console: { call, isOutdated, send }, doc, ...props }: ResponseViewProps) {
  const { keys } = useSite();
  const box = useRef<HTMLElement>(null);
  const { last, state } = call;
  useEffect(() => {
    if (!last) return;
    // The first response moves to the top of its column in the meantime.
    const frame = requestAnimationFrame(() => box.current && showFromTop(box.current));
    return () => cancelAnimationFrame(frame);
  }, [last]);
  if (!last) return null;
  const status = last.phase === 'answered' ? last.response.status : last.status;
  const retryAtMs = last.phase === 'answered' ? last.response.retryAtMs : last.retryAtMs;
  return (
    <section
      ref={box}
      className="console-response"
      aria-label={`Live response of ${doc.title}`}
      aria-busy={state.phase === 'calling' || undefined}
    >
      {isOutdated && (
        <p className="console-note" role="status">
          The form has changed since this response. Send again to update.
        </p>
      )}
      {status === 429 && last.identity.kind === 'demo' ? (
        <GuestLimit retryAtMs={retryAtMs} access={doc.access} onRetry={() => send()} />
      ) : last.phase === 'failed' ? (
        <>
          <p className="console-failure" role="alert">
            {last.message}
          </p>
          {curlHelps.includes(last.code ?? '') && (
            <CodeBlock
              title="In a terminal"
              grammar="bash"
              text={codeOf(last.request, 'curl', keys.environment)}
            />
          )}
        </>
      ) : (
        <>
          <ResponseHead answered={last} doc={doc} {...props} />
          <ResponseTabs key={last.askedAt} answered={last} doc={doc} {...props} />
        </>
      )}
    </section>
  );
}

/** Does not scroll if the beginning is already in the upper half of the window. */
function showFromTop(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView({ block: 'start' });
}

interface AnsweredProps extends Omit<ResponseViewProps, 'console'> {
  answered: Extract<CallResult, { phase: 'answered' }>;
}

function ResponseHead({ answered, doc, name, onNextPage }: AnsweredProps) {
  const { response, request, error } = answered;
  const { status, body, bytes, durationMs } = response;
  const since = typeof body === 'string' ? nextSinceIn(body) : undefined;
  const action = doc.errors.find((each) => each.status === status)?.action;
  const fileName = request.isFile && status < 400 ? fileNameOf(request) : `${name}.json`;
  return (
    <>
      <div className="console-response-head">
        <p role="status">
          <span className={`badge badge-${status < 400 ? 'success' : 'danger'}`}>
            {status} {statusText(status)}
          </span>
          <span className="console-facts">
            Live · {durationMs} ms · {formatBytes(bytes)}
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
      {error && <p className="console-failure">{error}</p>}
      {status >= 400 && action && <p className="console-note">{plainText(parseInline(action))}</p>}
    </>
  );
}

/** Larger trees take too long to build. */
const maxInspectorCharacters = 500_000;

type Tab = [key: string, label: string, isShown: boolean, content: () => ReactNode];

function ResponseTabs({ answered, doc, name }: AnsweredProps) {
  const base = useId();
  const { status, body, headers } = answered.response;
  const isText = typeof body === 'string';
  const isSuccess = status < 400;
  const text = isText ? body : '';
  const isSmall = text.length <= maxInspectorCharacters;
  const example = useMemo(() => ({ type: 'application/json' as const, text }), [text]);
  const { drawn_as, title, response_parameters } = doc;
  const allTabs: Tab[] = [
    [
      'chart',
      'Chart',
      isSuccess && drawn_as !== undefined,
      () => drawn_as && <ChartTab answered={answered} drawnAs={drawn_as} title={title} />,
    ],
    ['table', 'Table', isSuccess && isText, () => <ResponseTable text={text} name={name} />],
    [
      'inspector',
      'Inspector',
      isSuccess && isText && isSmall,
      () => <InspectorPanel example={example} parameters={response_parameters} />,
    ],
    ['raw', 'Raw', isText, () => <RawText text={text} />],
    ['headers', 'Headers', true, () => <HeadersTable headers={headers} />],
  ];
  const tabs = allTabs.filter(([, , isShown]) => isShown);
  const [selected, setSelected] = useState(tabs[0]?.[0] ?? '');
  return (
    <>
      <TabList
        label="Response view"
        tabs={tabs.map(([key, label]) => ({ key, label }))}
        selected={selected}
        onSelect={setSelected}
        base={base}
      />
      {tabs.map(([key, , , content]) => (
        <TabPanel key={key} base={base} of={key} hidden={key !== selected}>
          {key === selected && content()}
        </TabPanel>
      ))}
    </>
  );
}

/** For another host, the browser shows only the headers that the host exposes. */
const HeadersTable = ({ headers }: { headers: Headers }) => (
  <div className="console-scroll">
    <table aria-label="Response headers">
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

/** Highlighting more characters would block the page noticeably. */
const maxHighlighted = 50_000;
const maxShown = 200_000;

/** Short JSON is formatted. Every digit stays as it was received. */
function RawText({ text }: { text: string }) {
  const formatted = useMemo(() => {
    if (text.length > maxShown) return text.slice(0, maxShown);
    const parsed = parseJson(text);
    return parsed === undefined ? text : jsonText(parsed);
  }, [text]);
  return (
    <div className="console-raw">
      <CodePanel
        text={formatted}
        grammar={text.length <= maxHighlighted ? 'json' : 'text'}
        limit={collapse.response}
      />
      {text.length > maxShown && (
        <p className="console-note">Showing the first {formatBytes(maxShown)}. Download to see the rest.</p>
      )}
    </div>
  );
}

interface ChartTabProps extends Pick<AnsweredProps, 'answered'> {
  drawnAs: DrawnAs;
  title: string;
}

const chartCode = onDemand(() => import('./response-chart.tsx'));
const mapCode = onDemand(() => import('./response-map.tsx'));

/** The chart code is loaded with the first response that is drawn. */
function ChartTab({ answered: { response, values, askedAt }, drawnAs, title }: ChartTabProps) {
  const { body, headers } = response;
  const call = useMemo(() => ({ drawnAs, values, askedAt }), [drawnAs, values, askedAt]);
  const chart = useOnDemand(chartCode, typeof body === 'string');
  const map = useOnDemand(mapCode, typeof body !== 'string');
  const { failure, retry } = typeof body === 'string' ? chart : map;
  const props = { title, isSimulated: headers.get('X-Synthetic') === 'true', wrongShape };
  if (failure) return <LoadFailure message="The chart couldn't be loaded." onRetry={retry} />;
  const content =
    typeof body === 'string'
      ? chart.value && <chart.value.ResponseChart text={body} call={call} {...props} />
      : map.value && <map.value.ResponseMap body={body} {...props} />;
  // Parsed rows may still fail to render.
  if (content) return <ErrorBoundary fallback={wrongShape}>{content}</ErrorBoundary>;
  return <p className="console-note late">Loading...</p>;
}

const wrongShape = (
  <p className="console-note">
    This response doesn't have the documented shape, so it can't be drawn. See Raw.
  </p>
);

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${shortNumber(bytes / 1000)} kB` : `${shortNumber(bytes / 1_000_000)} MB`;
}

const shortNumber = (value: number) => value.toFixed(value < 100 ? 1 : 0);
