const startEvent = 'app-start';

/** The part of the head script that bridges the time until the app runs. */
export const beforeStartScript = `(${beforeStart})('${startEvent}')`;

/** The app calls this as soon as React receives events, which hydrates what a remembered click needs. */
export const announceStart = () => void dispatchEvent(new Event(startEvent));

/**
 * A page is visible before its buttons work. Clicks on them are remembered and repeated when the app starts; two clicks
 * on one button count once, because the second was meant to help the first. If the app can't start, `data-app` on the
 * document shows the message that is part of every page. The text of this function is the script, so it is
 * self-contained.
 */
function beforeStart(event: string): void {
  const page = document.documentElement.dataset;
  const clicked = new Set<HTMLElement>();
  const remember = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('button');
    if (button) clicked.add(button);
  };
  const fail = ({ target }: Event) => {
    // A missing file is an error of its element, and code that can't run one of the window.
    if (target === window || target instanceof HTMLScriptElement) page.app = 'failed';
  };
  addEventListener('click', remember, true);
  addEventListener('error', fail, true);
  addEventListener(
    event,
    () => {
      removeEventListener('click', remember, true);
      removeEventListener('error', fail, true);
      delete page.app;
      for (const button of clicked) if (button.isConnected) button.click();
    },
    { once: true },
  );
}
