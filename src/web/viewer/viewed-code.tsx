import { codeInAll, curlCode } from '../../content/requests/code.ts';
import { CodeBlock, LanguageCode } from '../code/code-block.tsx';
import { useSite } from '../router/router-context.tsx';
import { cyclonesCall, gridCall, gridVariables } from './overlays/overlay-calls.ts';
import {
  type DataCall,
  flightDataCall,
  hourOfLeg,
  predictionCall,
  singlePageCalls,
} from './store/flight-calls.ts';
import { overlayKinds, type Settings } from './store/viewer-address.ts';
import type { Flight } from './store/viewer-data.ts';

export interface ViewedFlight {
  flight: Flight;
  /** The leg, counted from 1. */
  number: number;
  settings: Settings;
}

export function ViewedCode(viewed: ViewedFlight) {
  const { hosts, keys } = useSite();
  return viewedRequests({ ...viewed, hosts, nowMs: Date.now() }).map(({ title, request }) => (
    <LanguageCode key={title} title={title} texts={codeInAll(request, keys.environment)} />
  ));
}

export function CurlLine({ call }: { call: DataCall }) {
  const { hosts, keys } = useSite();
  const text = curlCode({ base: hosts.data, ...call, isFile: false }, keys.environment);
  return <CodeBlock title="In a terminal" grammar="bash" text={text} />;
}

interface ViewedData extends ViewedFlight {
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
