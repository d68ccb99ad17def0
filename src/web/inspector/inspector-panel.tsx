import type { ComponentProps } from 'react';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import type { Inspector } from './inspector.tsx';

/** The Inspector's code is loaded when the tab is opened. */
const inspectorCode = onDemand(() => import('./inspector.tsx'));

export function InspectorPanel(props: ComponentProps<typeof Inspector>) {
  const { value: code, failure } = useOnDemand(inspectorCode, true);
  if (failure) {
    return (
      <p className="inspector-message">
        The Inspector could not be loaded. Choose Raw, then Inspector again.
      </p>
    );
  }
  return code ? <code.Inspector {...props} /> : <p className="inspector-message late">Loading...</p>;
}
