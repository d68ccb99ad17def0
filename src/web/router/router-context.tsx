import { createContext, useContext } from 'react';
import type { SiteSummary } from '../../content/contract.ts';
import type { Navigation } from './navigation.ts';
import type { Router } from './router.ts';

/** The same for as long as the app runs: a component that asks for these is not drawn anew on a move. */
interface Surroundings {
  site: SiteSummary;
  router: Router;
}

const SurroundingsContext = createContext<Surroundings | undefined>(undefined);
export const SurroundingsProvider = SurroundingsContext.Provider;

/** Of the page on screen. */
const PathContext = createContext('');
export const PathProvider = PathContext.Provider;

function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (!surroundings) throw new Error('The app must be rendered inside a SurroundingsProvider');
  return surroundings;
}

export const useSite = (): SiteSummary => useSurroundings().site;
export const usePath = (): string => useContext(PathContext);
export const useRouter = (): Router => useSurroundings().router;
/** Call the result in an event handler, not while rendering: the server has nowhere to go. */
export const useNavigation = (): (() => Navigation) => useSurroundings().router.navigation;
