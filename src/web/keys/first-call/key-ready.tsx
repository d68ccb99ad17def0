import './key-ready.css';
import { Check, Copy, Download, Play } from 'lucide';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ApiRequest } from '../../../content/contract.ts';
import { codeOf } from '../../../content/requests/code.ts';
import { defaultPlace, type NamedPlace, namedPlaces, pairOf } from '../../../content/requests/places.ts';
import { addressOf } from '../../../content/requests/request.ts';
import type { CreatedApiToken } from '../../../keys/contract.ts';
import { CodeBlock } from '../../code/code-block.tsx';
import { useSite } from '../../router/router-context.tsx';
import { markSaved, useUnloadGuard } from '../../session/known-secrets.ts';
import { utcDateTime } from '../../time/format-time.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton, useCopy } from '../../ui/copy-button.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { useDialogEntry } from '../../ui/dialogs/use-back-closes.ts';
import { downloadFile } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import { onDemand, useOnDemand } from '../../ui/on-demand.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { notifyCallMade } from '../context/api-keys.ts';
import {
  type Credentials,
  curlLine,
  envFile,
  envFileName,
  type FirstCallResult,
  firstCallRequest,
  makeFirstCall,
  mcpLinkOf,
} from './credentials.ts';

const forecastCode = onDemand(() => import('./drawn-forecast.tsx'));

interface KeyReadyProps {
  apiKey: CreatedApiToken;
  isRotated?: boolean;
  onDone: () => void;
  /** Other choices next to Done. */
  children?: ReactNode;
}

/** Shows a new secret, the only time that it can be seen. */
export function KeyReady({ apiKey, isRotated = false, onDone, children }: KeyReadyProps) {
  const { hosts, keys, provider, weather, firstCall } = useSite();
  const credentials = { clientId: apiKey.external_id, secret: apiKey.token };
  const [now] = useState(() => new Date());
  const [place, setPlace] = useState(defaultPlace);
  const request = weather ? firstCallRequest(hosts.forecasts, now, pairOf(place)) : firstCall?.request;
  const { copied, copy } = useCopy(apiKey.token);
  const oldEndsAt = apiKey.secrets[1]?.ends_at;
  useUnloadGuard();
  useDialogEntry();

  function download() {
    const text = envFile(credentials, keys.environment);
    downloadFile(envFileName(provider.name), text);
    markSaved(text);
  }
  return (
    <div className="key-ready">
      <DialogHeading title={isRotated ? 'Your new secret is ready' : 'Your API key is ready'}>
        Copy it now. You won't be able to see it again.
        {oldEndsAt && ` The old secret keeps working until ${utcDateTime(new Date(oldEndsAt))}.`}
      </DialogHeading>
      <div className="key-ready-part">
        <output className="key-ready-secret" aria-label="Secret">
          {apiKey.token}
        </output>
        <p className="key-ready-client">
          Client ID
          <code>{apiKey.external_id}</code>
          <CopyButton text={apiKey.external_id} label="Copy client ID" />
        </p>
      </div>
      <FirstCall
        request={request}
        credentials={credentials}
        label={isRotated ? 'Test the new secret' : 'Try your key'}
        place={weather ? place : undefined}
        onPlace={setPlace}
      >
        <Button variant="secondary" onClick={() => void copy()}>
          <Icon of={copied ? Check : Copy} size={17} />
          Copy secret
        </Button>
        <Button variant="secondary" onClick={download}>
          <Icon of={Download} size={17} />
          Download .env
        </Button>
      </FirstCall>
      {request && (
        <CodeBlock
          title="Try it in a terminal"
          grammar="bash"
          text={curlLine(credentials, addressOf(request))}
        />
      )}
      <div className="key-ready-foot">
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
        {children}
      </div>
    </div>
  );
}

interface FirstCallProps {
  /** Undefined if no endpoint is free. */
  request: ApiRequest | undefined;
  credentials: Credentials;
  label: string;
  /** Undefined if the call is not about a place. */
  place: NamedPlace | undefined;
  onPlace: (place: NamedPlace) => void;
  /** Other actions with the key. */
  children: ReactNode;
}

type Answer = FirstCallResult & { request: ApiRequest; place: string | undefined };

function FirstCall({ request, credentials, label, place, onPlace, children }: FirstCallProps) {
  const [answer, setAnswer] = useState<Answer>();
  const { busy, submit } = useSubmit(async () => {
    if (!request) return;
    setAnswer({ ...(await makeFirstCall(addressOf(request), credentials)), request, place: place?.name });
  });
  function choosePlace(name: string) {
    const chosen = namedPlaces.find((each) => each.name === name);
    if (chosen) onPlace(chosen);
  }
  const id = useId();
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) view.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  // The page reloads its counts when the dialog closes, because they are written a moment after the call.
  const isMade = answer !== undefined;
  useEffect(() => (isMade ? notifyCallMade : undefined), [isMade]);
  return (
    <>
      <div className="key-ready-actions">
        {place && (
          <p className="first-call-place">
            <label htmlFor={id}>Next 24 hours in</label>
            <select id={id} value={place.name} onChange={(event) => choosePlace(event.target.value)}>
              {namedPlaces.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </p>
        )}
        {request && (
          <Button loading={busy} onClick={() => void submit()} data-first>
            {!busy && <Icon of={Play} size={16} />}
            {label}
          </Button>
        )}
        {children}
      </div>
      <div ref={view} aria-live="polite" className="first-call">
        {answer && <AnswerView answer={answer} credentials={credentials} />}
      </div>
    </>
  );
}

const answerLimit = { limitPx: 240, sparePx: 50 };

interface AnswerProps {
  answer: Answer;
  credentials: Credentials;
}

function AnswerView({ answer, credentials }: AnswerProps) {
  const isDrawn = answer.kind === 'answered' && answer.status < 400 && answer.place !== undefined;
  // Without the picture, the response below is enough.
  const { value: forecast } = useOnDemand(forecastCode, isDrawn);
  if (answer.kind === 'unanswered') return <p className="first-call-words">{answer.message}</p>;
  const { status, text, durationMs, body, isJson, place } = answer;
  const isGood = status < 400;
  return (
    <>
      <p className="first-call-status">
        <span className={`badge badge-${isGood ? 'success' : 'danger'}`}>
          {status} {text}
        </span>
        {durationMs} ms
      </p>
      <div aria-live="off" className="first-call">
        {isGood && place && forecast && <forecast.DrawnForecast body={body} place={place} />}
        <CodeBlock title="Response" grammar={isJson ? 'json' : 'text'} text={body} limit={answerLimit} />
        {isGood && <OtherClients answer={answer} credentials={credentials} />}
      </div>
    </>
  );
}

/** The same call in Python, and as a question to an assistant. */
function OtherClients({ answer: { request, place }, credentials }: AnswerProps) {
  const { hosts, keys } = useSite();
  return (
    <>
      <CodeBlock
        title="The same call in Python"
        grammar="python"
        text={codeOf(request, 'python', keys.environment)}
      />
      {place && (
        <CodeBlock
          title="Or ask your AI assistant"
          text={`What will the weather be like in ${place} over the next 24 hours?`}
        />
      )}
      <p className="first-call-status">
        The Python code reads your key from the two variables in the .env file.
        {hosts.mcp && (
          <>
            {' '}
            {place ? 'The' : 'An'} assistant needs your
            <CopyButton
              words
              label="MCP link"
              text={mcpLinkOf(hosts.mcp, credentials.clientId, credentials.secret)}
            />
          </>
        )}
      </p>
    </>
  );
}
