import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import type { Inspector } from './inspector.tsx';

type InspectorType = ComponentType<ComponentProps<typeof Inspector>>;

/** Awaited here: handlers put on the import itself would not hear of a stylesheet that fails. */
const loadInspector = async (): Promise<InspectorType> => (await import('./inspector.tsx')).Inspector;

/** The tree's code comes when someone looks at a tree. */
export function InspectorPanel(props: ComponentProps<typeof Inspector>) {
  const [Loaded, setLoaded] = useState<InspectorType>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    loadInspector().then(
      (inspector) => setLoaded(() => inspector),
      () => setFailed(true),
    );
  }, []);
  if (failed) {
    return (
      <p className="inspector-message">
        The Inspector could not be loaded. Choose Raw, then Inspector again.
      </p>
    );
  }
  return Loaded ? <Loaded {...props} /> : <p className="inspector-message late">Loading...</p>;
}
