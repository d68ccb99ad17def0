import './styles.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { landingCode } from './pages/current-page.tsx';
import { PropsError } from './pages/page-states.tsx';
import { announceStart } from './preferences/before-start.ts';
import { followPreferences } from './preferences/preferences.ts';
import { loadProps, propsElementId } from './props.ts';
import { createRouter } from './router/router.ts';
import { prefetchAuthStatus } from './session/use-session.ts';
import { prefetchEarly } from './viewer/store/prefetch.ts';
import { hasViewer } from './viewer/viewer-slot.tsx';

const root = document.getElementById('root')!;
const readText = () => document.getElementById(propsElementId)?.textContent;
/** The picture exists only in the served markup, and returning to the landing page needs it again. */
const readPicture = () => document.querySelector('.fleet-picture')?.innerHTML;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

followPreferences();

try {
  const props = { ...(await loadProps(readText, sleep)), picture: readPicture() };
  prefetchAuthStatus();
  if (hasViewer(props.site, props.path)) prefetchEarly(props.site);
  if (props.landing) await landingCode.load();
  // Loading and using the code are two tasks, and a transition splits the second: the page keeps scrolling.
  await sleep(0);
  const router = createRouter(props);
  router.start();
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App site={props.site} router={router} />
      </StrictMode>,
    );
  });
  announceStart();
} catch (error) {
  createRoot(root).render(<PropsError message={error instanceof Error ? error.message : String(error)} />);
}
