import { createContext, useContext } from 'react';
import type { SiteSummary } from '../../content/contract.ts';
import { useStore } from '../ui/store.ts';
import type { Router } from './router.ts';

/** The value never changes while the app runs, so a navigation doesn't re-render its consumers. */
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
export const usePath = (): string => useStore(useRouter().view).path;
