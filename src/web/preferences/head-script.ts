import { languages } from '../../content/contract.ts';
import { defaultLanguage, storageKeys } from './preference-names.ts';

/** The element whose content is the app: inert until the first frame has been shown. */
export const appTemplateId = 'app';

/** Where the browser tells of no frame. */
const frameMsMax = 1000;

/**
 * Stands in the head; the CSP allows it by its hash. It is the text of two functions, which therefore use nothing
 * from outside.
 */
export const headScript = [
  `(${showPreferences})(${JSON.stringify(storageKeys)},${JSON.stringify(languages)},'${defaultLanguage}')`,
  `(${startAfterFirstFrame})('${appTemplateId}',${frameMsMax})`,
].join(';');

/** What the visitor chose, before anything is painted. */
function showPreferences(
  keys: Record<'theme' | 'language' | 'rail', string>,
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
}

/**
 * The text is read before the app is even asked for: on a slow line the two would share it. A frame is shown later than
 * it is made, and the browser tells when.
 */
function startAfterFirstFrame(templateId: string, waitMsMax: number): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const { content } = document.getElementById(templateId) as HTMLTemplateElement;
    document.body.append(document.importNode(content, true));
  };
  document.addEventListener('DOMContentLoaded', () => {
    // A tab in the background shows no frame.
    if (document.hidden) return start();
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    setTimeout(start, waitMsMax);
  });
}
