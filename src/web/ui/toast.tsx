import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { onDemand } from './on-demand.ts';
import { createStore, useStore } from './store.ts';
import type { ToastKind } from './toaster.tsx';

/** Each function returns the id that `dismiss` takes. */
export const toast = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  error: (message: string, options?: ErrorOptions) => show('error', message, options),
  loading: (message: string) => show('loading', message),
  dismiss,
  /** Loads the toast code early: a message about a lost connection couldn't load it. */
  prepare,
};

/** The app renders this once. The toast code loads with the first message. */
export function Toasts() {
  const code = useStore(toasterCode.loaded);
  const messages = useStore(plain);
  const isMounted = code !== undefined && messages.length === 0;
  useEffect(() => {
    if (!isMounted) return;
    const timer = setTimeout(presentWaiting, announceDelayMs);
    return () => clearTimeout(timer);
  }, [isMounted]);
  if (messages.length > 0) return createPortal(<PlainMessages messages={messages} />, document.body);
  return code ? <code.Toaster /> : null;
}

/** This fallback shows messages whose toast code could not be loaded. */
const PlainMessages = ({ messages }: { messages: Message[] }) => (
  <div className="plain-messages" role="alert">
    {messages.map(({ id, text, detail }) => (
      <p key={id}>
        {detail ? `${text} (${detail})` : text}{' '}
        <button type="button" className="link" onClick={() => dismiss(id)}>
          Close
        </button>
      </p>
    ))}
  </div>
);

interface ErrorOptions {
  /** A second line below the message. */
  detail?: string | undefined;
  /** Whether the toast stays until it is dismissed. */
  stays?: boolean;
}

interface Message extends ErrorOptions {
  id: string;
  kind: ToastKind;
  text: string;
}

const toasterCode = onDemand(() => import('./toaster.tsx'));
let isReady = false;
let lastId = 0;
/** Messages wait here until the toast code has loaded. */
let waiting: Message[] = [];
/** These messages are shown without the toast code, which failed to load. */
const plain = createStore<Message[]>([]);

function show(kind: ToastKind, text: string, options?: ErrorOptions): string {
  const message = { id: `toast-${++lastId}`, kind, text, ...options };
  if (isReady) present(message);
  else waiting.push(message);
  prepare();
  return message.id;
}

function prepare(): void {
  if (isReady) return;
  toasterCode.load().then(
    () => plain.set([]),
    // The next message tries to load the code again.
    () => {
      if (waiting.length > 0) plain.set(waiting);
      waiting = [];
    },
  );
}

/** Screen readers announce only what is added to a region that already exists. */
const announceDelayMs = 100;

function presentWaiting(): void {
  isReady = true;
  for (const message of waiting) present(message);
  waiting = [];
}

function present({ id, kind, text, detail, stays }: Message): void {
  const shownMs = kind === 'error' || kind === 'warning' ? 8000 : 4000;
  const timeout = stays ? 0 : shownMs;
  toasterCode.loaded
    .get()
    ?.toastManager.add({ id, type: kind, title: text, description: detail, timeout, data: { kind } });
}

function dismiss(id?: string): void {
  const without = (messages: Message[]) => messages.filter((each) => id !== undefined && each.id !== id);
  waiting = without(waiting);
  plain.set(without(plain.get()));
  toasterCode.loaded.get()?.toastManager.close(id);
}
