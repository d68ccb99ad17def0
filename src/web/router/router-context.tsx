import { createContext, useContext } from 'react';
import type { SiteSummary } from '../../content/contract.ts';
import { useStore } from '../ui/store.ts';
import type { Navigation } from './navigation.ts';
import type { Router } from './router.ts';

/** The same for as long as the app runs: a component that asks for these is not drawn anew on a move. */
interface Surroundings {
  site: SiteSummary;
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
export const useRouter = (): Router => useSurroundings().router;
/** Of the page on screen. */
export const usePath = (): string => useStore(useRouter().view).path;
/** Call the result in an event handler, not while rendering: the server has nowhere to go. */
export const useNavigation = (): (() => Navigation) => useSurroundings().router.navigation;
