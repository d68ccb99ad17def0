import { languages } from '../../content/contract.ts';
import { defaultLanguage, storageKeys } from './preference-names.ts';

/** The template holds the app's script tags, which stay inert until the first frame has been shown. */
export const appTemplateId = 'app';

/** The app starts after this time in browsers that report no paint. */
const maxFrameMs = 1000;

/** While `data-steps` is set, `two-columns.css` skips these parts of a page where they are far below the screen. */
const longParts = '.columns-text, .columns-code';

/** One step fits into a frame. */
const stepMs = 5;

/** The CSP allows this inline script by its hash. It is the text of three functions, so they are self-contained. */
export const headScript = [
  `(${showPreferences})(${JSON.stringify(storageKeys)},${JSON.stringify(languages)},'${defaultLanguage}')`,
  `(${startAfterFirstFrame})('${appTemplateId}',${maxFrameMs})`,
  `(${layOutInSteps})('${longParts}',${stepMs})`,
].join(';');

/** Sets the visitor's preferences before the first paint. */
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

/**
 * A long page is laid out again when its font arrives, which takes a phone about 0.1 s. Until then only the
 * parts near the screen are laid out, and afterwards the rest in small steps. A link to an anchor needs all
 * heights at once, so it skips this.
 */
function layOutInSteps(selector: string, maxStepMs: number): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (location.hash || visit?.type !== 'navigate') return;
  const page = document.documentElement.dataset;
  page.steps = '';
  const step = (parts: HTMLElement[]) => {
    const untilMs = performance.now() + maxStepMs;
    while (parts[0] && untilMs > performance.now()) {
      const part = parts.shift()!;
      part.style.contentVisibility = 'visible';
      part.getBoundingClientRect();
    }
    if (parts[0]) requestAnimationFrame(() => setTimeout(step, 0, parts));
    else delete page.steps;
  };
  // The first frame requests the fonts.
  new PerformanceObserver(async (_, observer) => {
    observer.disconnect();
    await document.fonts.ready;
    step([...document.querySelectorAll<HTMLElement>(selector)]);
  }).observe({ type: 'paint', buffered: true });
}
