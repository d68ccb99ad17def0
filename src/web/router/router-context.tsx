import { createContext, useContext } from 'react';
import type { SiteSummary } from '../../content/contract.ts';
import { useStore } from '../ui/store.ts';
import type { Navigation } from './navigation.ts';
import type { Router } from './router.ts';

/** The same for as long as the app runs: a component that asks for these is not drawn anew on a move. */
interface AppContextValue {
  site: SiteSummary;
  router: Router;
}

const AppContext = createContext<AppContextValue | undefined>(undefined);
export const AppProvider = AppContext.Provider;

function useAppContext(): AppContextValue {
  const appContext = useContext(AppContext);
  if (!appContext) throw new Error('The app must be rendered inside an AppProvider');
  return appContext;
}

export const useSite = (): SiteSummary => useAppContext().site;
export const useRouter = (): Router => useAppContext().router;
/** Of the page on screen. */
export const usePath = (): string => useStore(useRouter().view).path;
/** Call the result in an event handler, not while rendering: the server has nowhere to go. */
export const useNavigation = (): (() => Navigation) => useAppContext().router.navigation;
