import type { ComponentProps } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import type { Inspector } from './inspector.tsx';

/** The Inspector's code is loaded when the tab is opened. */
const inspectorCode = onDemand(() => import('./inspector.tsx'));

export function InspectorPanel(props: ComponentProps<typeof Inspector>) {
  const { value: code, failure, retry } = useOnDemand(inspectorCode, true);
  if (failure) return <LoadFailure message="The Inspector couldn't be loaded." onRetry={retry} />;
  return code ? <code.Inspector {...props} /> : <p className="inspector-message late">Loading...</p>;
}
