import { languages } from '../../content/contract.ts';
import { defaultLanguage, storageKeys } from './preference-names.ts';

/** The element whose content is the app: inert until the first frame has been shown. */
export const appTemplateId = 'app';

/** Where the browser tells of no frame. */
const frameMsMax = 1000;

/** What a long page is made of; `beside.css` leaves those out that are far below, for as long as `data-steps` is set. */
const longParts = '.beside-words, .beside-code';

/** Long enough to be worth a frame, short enough for one. */
const stepMs = 5;

/**
 * Stands in the head; the CSP allows it by its hash. It is the text of three functions, which therefore use nothing
 * from outside.
 */
export const headScript = [
  `(${showPreferences})(${JSON.stringify(storageKeys)},${JSON.stringify(languages)},'${defaultLanguage}')`,
  `(${startAfterFirstFrame})('${appTemplateId}',${frameMsMax})`,
  `(${layOutInSteps})('${longParts}',${stepMs})`,
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

/**
 * A long page is laid out again when its font comes, and a phone works a tenth of a second on it each time. Until then
 * only what is near the screen is laid out, and then the rest, a little between two frames. Who comes to a place in the
 * middle has all of it at once: its heights must be right.
 */
function layOutInSteps(selector: string, longestMs: number): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash || visit?.type !== 'navigate') return;
  const page = document.documentElement.dataset;
  page.steps = '';
  const step = (parts: HTMLElement[]) => {
    const untilMs = performance.now() + longestMs;
    while (parts[0] && untilMs > performance.now()) {
      const part = parts.shift()!;
      part.style.contentVisibility = 'visible';
      part.getBoundingClientRect();
    }
    if (parts[0]) requestAnimationFrame(() => setTimeout(step, 0, parts));
    else delete page.steps;
  };
  // The first frame asks for the fonts.
  new PerformanceObserver(async (_, observer) => {
    observer.disconnect();
    await document.fonts.ready;
    step([...document.querySelectorAll<HTMLElement>(selector)]);
  }).observe({ type: 'paint', buffered: true });
}
