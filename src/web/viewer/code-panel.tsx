import { useState } from 'react';
import { useSite } from '../router/router-context.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import type { DataCall } from './store/flight-calls.ts';
import type { ViewedFlight } from './viewed-code.tsx';

const viewedCode = onDemand(() => import('./viewed-code.tsx'));

/** The calls that the panels are drawn from. They depend on the leg, so they are generated only while it is open. */
export function CodePanel(viewed: ViewedFlight) {
  const [isOpen, setOpen] = useState(false);
  const { environment } = useSite().keys;
  const { value: code, failure, retry } = useOnDemand(viewedCode, isOpen);
  return (
    <details className="viewer-code" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Get this data in code</summary>
      <p className="viewer-code-note">
        Ready to run with an all-access key in <code className="inline-code">{environment.clientId}</code> and{' '}
        <code className="inline-code">{environment.apiKey}</code>. With a free key, the Data API returns 403.
      </p>
      {failure && <LoadFailure message="The code couldn't be loaded." onRetry={retry} />}
      {code && <code.ViewedCode {...viewed} />}
    </details>
  );
}

/** A call that a network blocks in the browser may still work in a terminal. */
export function TerminalCall({ call }: { call: DataCall }) {
  const { value: code } = useOnDemand(viewedCode, true);
  return code ? <code.CurlLine call={call} /> : null;
}
