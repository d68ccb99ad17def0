import { useState } from 'react';
import { CodeBlock, LanguageCode } from '../code/code-block.tsx';
import { useSite } from '../router/router-context.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { cyclonesCall, gridCall, gridVariables, hourOfLeg } from './overlays/overlay-store.ts';
import { type DataCall, flightDataCall, predictionCall, singlePageCalls } from './store/flight-calls.ts';
import { overlayKinds, type Settings } from './store/viewer-address.ts';
import type { Flight } from './store/viewer-data.ts';

const requestCode = onDemand(() => import('../../content/requests/code.ts'));

interface CodePanelProps {
  flight: Flight;
  /** The leg, counted from 1. */
  number: number;
  settings: Settings;
}

/** The calls that the panels are drawn from. They depend on the leg, so they are generated only while it is open. */
export function CodePanel({ flight, number, settings }: CodePanelProps) {
  const [isOpen, setOpen] = useState(false);
  const { hosts, keys } = useSite();
  const { environment } = keys;
  const { value: code, failure, retry } = useOnDemand(requestCode, isOpen);
  const requests = code ? viewedRequests({ flight, number, settings, hosts, nowMs: Date.now() }) : [];
  return (
    <details className="viewer-code" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Get this data in code</summary>
      <p className="viewer-code-note">
        Ready to run with an all-access key in <code className="inline-code">{environment.clientId}</code> and{' '}
        <code className="inline-code">{environment.apiKey}</code>. With a free key, the Data API returns 403.
      </p>
      {failure && <LoadFailure message="The code couldn't be loaded." onRetry={retry} />}
      {code &&
        requests.map(({ title, request }) => (
          <LanguageCode key={title} title={title} texts={code.codeInAll(request, environment)} />
        ))}
    </details>
  );
}

/** A call that a network blocks in the browser may still work in a terminal. */
export function TerminalCall({ call }: { call: DataCall }) {
  const { hosts, keys } = useSite();
  const { value: code } = useOnDemand(requestCode, true);
  return code ? (
    <CodeBlock
      title="In a terminal"
      grammar="bash"
      text={code.curlCode({ base: hosts.data, ...call, isFile: false }, keys.environment)}
    />
  ) : null;
}

interface ViewedData extends CodePanelProps {
  hosts: { data: string; forecasts: string };
  nowMs: number;
}

export function viewedRequests({ flight, number, settings, hosts, nowMs }: ViewedData) {
  const leg = flight.legs[number - 1];
  if (!leg) return [];
  const request = (base: string, title: string, call: DataCall, isFile = false) => ({
    title,
    request: { base, ...call, isFile },
  });
  const pages = singlePageCalls(flight.id, leg);
  const timeMs = hourOfLeg(leg);
  return [
    ...pages.map((call, index) => {
      const part = pages.length > 1 ? `, part ${index + 1}` : '';
      return request(hosts.data, `Observations of leg ${number}${part}`, call);
    }),
    request(hosts.data, 'Flight track', flightDataCall(flight.id)),
    // A landed balloon has no predicted path.
    ...(flight.path.length > 0 ? [request(hosts.data, 'Predicted path', predictionCall(flight.id))] : []),
    ...overlayKinds
      .filter((kind) => settings[kind] === 'on')
      .flatMap((kind) =>
        kind === 'cyclones'
          ? [request(hosts.forecasts, 'Tropical cyclones', cyclonesCall(timeMs, nowMs))]
          : gridVariables[kind].map(({ variable, title }) =>
              request(hosts.forecasts, title, gridCall(variable, timeMs, nowMs), true),
            ),
      ),
  ];
}
