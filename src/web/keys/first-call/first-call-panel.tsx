import { Play } from 'lucide';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type NamedPlace, namedPlaces } from '../../../content/requests/places.ts';
import { type ApiRequest, addressOf } from '../../../content/requests/request.ts';
import { CodeBlock } from '../../code/code-block.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import type { Credentials } from './credentials.ts';
import { type FirstCall, makeFirstCall } from './first-call.ts';
import { tellOfFirstCall } from './first-call-news.ts';
import { FirstPicture } from './first-picture.tsx';
import { SameElsewhere } from './same-elsewhere.tsx';

interface FirstCallPanelProps {
  /** None where nothing is free. */
  request: ApiRequest | undefined;
  credentials: Credentials;
  /** None where the call is not about one. */
  place: NamedPlace | undefined;
  onPlace: (place: NamedPlace) => void;
  /** What else can be done with the key. */
  children: ReactNode;
}

interface Asked {
  request: ApiRequest;
  place: string | undefined;
}

const answerLimit = { limitPx: 240, sparePx: 50 };

export function FirstCallPanel({ request, credentials, place, onPlace, children }: FirstCallPanelProps) {
  const [result, setResult] = useState<FirstCall & Asked>();
  const { busy, submit } = useSubmit(async () => {
    if (!request) return;
    setResult({ ...(await makeFirstCall(addressOf(request), credentials)), request, place: place?.name });
  });
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  // Told when the dialog is gone: counts are written down a moment after the call.
  const isMade = result !== undefined;
  useEffect(() => (isMade ? tellOfFirstCall : undefined), [isMade]);
  return (
    <>
      <div className="key-ready-actions">
        {place && <PlaceSelect place={place} onPlace={onPlace} />}
        {request && (
          <Button loading={busy} onClick={() => void submit()} data-first>
            {!busy && <Icon of={Play} size={16} />}
            Make the first call
          </Button>
        )}
        {children}
      </div>
      <div ref={answer} aria-live="polite" className="first-call">
        {result && <FirstCallResult result={result} credentials={credentials} />}
      </div>
    </>
  );
}

interface PlaceSelectProps {
  place: NamedPlace;
  onPlace: FirstCallPanelProps['onPlace'];
}

function PlaceSelect({ place, onPlace }: PlaceSelectProps) {
  const id = useId();
  return (
    <p className="first-call-place">
      <label htmlFor={id}>The weather of the next 24 hours in</label>
      <select
        id={id}
        value={place.name}
        onChange={(event) => onPlace(namedPlaces.find(({ name }) => name === event.target.value) ?? place)}
      >
        {namedPlaces.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </p>
  );
}

function FirstCallResult({ result, credentials }: { result: FirstCall & Asked; credentials: Credentials }) {
  if (result.kind === 'unanswered') return <p className="first-call-words">{result.words}</p>;
  const isGood = result.status < 400;
  return (
    <>
      <p className="first-call-status">
        <span className={`badge badge-${isGood ? 'success' : 'danger'}`}>
          {result.status} {result.words}
        </span>
        {result.durationMs} ms
      </p>
      <div aria-live="off" className="first-call">
        {isGood && result.place && <FirstPicture body={result.body} place={result.place} />}
        <CodeBlock
          title="Answer"
          grammar={result.isJson ? 'json' : 'text'}
          text={result.body}
          limit={answerLimit}
        />
        {isGood && <SameElsewhere request={result.request} place={result.place} credentials={credentials} />}
      </div>
    </>
  );
}
