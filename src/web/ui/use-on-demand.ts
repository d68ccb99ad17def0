import { useEffect, useState } from 'react';
import { toast } from './toast.tsx';

/** Code that comes when it is first wanted. Each new want tries again where the last download failed. */
export function useOnDemand<Module extends object>(
  load: () => Promise<Module>,
  want: object | undefined,
): Module | undefined {
  const [loaded, setLoaded] = useState<Module>();
  useEffect(() => {
    if (!want || loaded) return;
    let isWanted = true;
    load().then(
      (module) => isWanted && setLoaded(module),
      () => toast.error('This part of the page could not be loaded. Check your connection and try again.'),
    );
    return () => {
      isWanted = false;
    };
  }, [load, want, loaded]);
  return loaded;
}
