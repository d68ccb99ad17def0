import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react';
import { toast } from '../ui/toast.tsx';

/** A part whose code comes when it is first shown. Unlike React.lazy it survives a failed download and tries anew. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;

  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => loaded);
    useEffect(() => {
      if (loaded) return;
      let isShown = true;
      load().then(
        (part) => {
          loaded = part;
          if (isShown) setPart(() => part);
        },
        () => toast.error('This part of the page could not be loaded. Check your connection and try again.'),
      );
      return () => {
        isShown = false;
      };
    }, []);
    return Part ? <Part {...props} /> : null;
  };
}
