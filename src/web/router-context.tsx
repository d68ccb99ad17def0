import { createContext, useContext } from 'react';
import type { SiteSummary } from '../content/contract.ts';
import type { Navigation } from './navigation.ts';
import type { Router } from './router.ts';

interface Surroundings {
  site: SiteSummary;
  /** Of the page on screen. */
  path: string;
  router: Router;
}

const SurroundingsContext = createContext<Surroundings | undefined>(undefined);
export const SurroundingsProvider = SurroundingsContext.Provider;

function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (!surroundings) throw new Error('The app must be rendered inside a SurroundingsProvider');
  return surroundings;
}

export const useSite = (): SiteSummary => useSurroundings().site;
export const usePath = (): string => useSurroundings().path;
export const useRouter = (): Router => useSurroundings().router;
/** Call the result in an event handler, not while rendering: the server has nowhere to go. */
export const useNavigation = (): (() => Navigation) => useSurroundings().router.navigation;
