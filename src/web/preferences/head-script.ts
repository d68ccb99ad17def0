import { codeLanguages } from '../../content/contract.ts';
import { beforeStartScript } from './before-start.ts';
import { defaultLanguage, storageKeys } from './preference-names.ts';

/** The template holds the app's script tags, which stay inert until the first frame has been shown. */
export const appTemplateId = 'app';

/** The app starts after this time in browsers that report no paint. */
const maxFrameMs = 1000;

/** The CSP allows this inline script by its hash. It is the text of functions, so they are self-contained. */
export const headScript = [
  `(${showPreferences})(${JSON.stringify(storageKeys)},${JSON.stringify(codeLanguages)},'${defaultLanguage}')`,
  beforeStartScript,
  `(${startAfterFirstFrame})('${appTemplateId}',${maxFrameMs})`,
].join(';');

/** Sets the visitor's preferences before the first paint. */
function showPreferences(
  keys: Record<'theme' | 'language' | 'rail' | 'wind', string>,
  known: readonly string[],
  fallback: string,
): void {
  const stored = (key: string) => {
    try {
      return localStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  };
  const chosen = document.documentElement.dataset;
  const theme = stored(keys.theme);
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  chosen.theme = theme === 'light' || theme === 'dark' ? theme : system;
  const language = stored(keys.language);
  chosen.language = known.includes(language) ? language : fallback;
  chosen.rail = stored(keys.rail) === 'pinned' ? 'pinned' : 'free';
  chosen.wind = stored(keys.wind) === 'still' ? 'still' : 'moving';
}

/** The app is requested after the first paint, because on a slow connection it would delay the text. */
function startAfterFirstFrame(templateId: string, maxWaitMs: number): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const { content } = document.getElementById(templateId) as HTMLTemplateElement;
    document.body.append(document.importNode(content, true));
  };
  document.addEventListener('DOMContentLoaded', () => {
    // A background tab shows no frame.
    if (document.hidden) return start();
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, maxWaitMs);
  });
}
