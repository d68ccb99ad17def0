import { X } from 'lucide';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import { onDemand } from './on-demand.ts';
import { createStore, useStore } from './store.ts';

type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';

/** Each returns the id by which the message can be dismissed. */
export const toast = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  error: (message: string) => show('error', message),
  loading: (message: string) => show('loading', message),
  dismiss,
  /** Brings the code before the first message: one about a lost connection could not load it. */
  prepare,
};

/** Stands once in the app; brings its code along with the first message. */
export function Toasts() {
  const code = useStore(sonner.arrived);
  const messages = useStore(plain);
  if (messages.length > 0) return createPortal(<PlainMessages messages={messages} />, document.body);
  if (!code) return null;
  // A child of body: an open dialog hides everything else in the page from screen readers.
  return createPortal(
    <code.Toaster
      gap={10}
      mobileOffset={{ top: '8px' }}
      style={toasterStyle}
      toastOptions={{ classNames: { ...kindClasses, toast: 'toast', title: 'toast-title' } }}
    />,
    document.body,
  );
}

/** Without the code that would show them: the line is down. */
function PlainMessages({ messages }: { messages: Message[] }) {
  return (
    <div className="plain-messages" role="alert">
      {messages.map(({ id, text }) => (
        <p key={id}>
          {text}{' '}
          <button type="button" className="link" onClick={() => dismiss(id)}>
            Close
          </button>
        </p>
      ))}
    </div>
  );
}

const toasterStyle = {
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line-strong)',
  '--normal-text': 'var(--ink)',
  '--border-radius': 'var(--radius-large)',
  fontFamily: 'var(--sans)',
} as React.CSSProperties;

const kindClasses: Partial<Record<ToastKind, string>> = {
  success: 'toast-success',
  info: 'toast-info',
  warning: 'toast-warning',
  error: 'toast-error',
};

interface Message {
  id: number;
  kind: ToastKind;
  text: string;
}

const sonner = onDemand(() => import('./sonner.ts'));
let isReady = false;
let lastId = 0;
/** Messages that came before the code that shows them. */
let waiting: Message[] = [];
/** Messages whose code has not come. */
const plain = createStore<Message[]>([]);

function show(kind: ToastKind, text: string): number {
  lastId += 1;
  const message = { id: lastId, kind, text };
  if (isReady) present(message);
  else {
    waiting.push(message);
    prepare();
  }
  return message.id;
}

function prepare(): void {
  if (isReady) return;
  sonner.load().then(
    () => {
      plain.set([]);
      setTimeout(presentWaiting, announceDelayMs);
    },
    // The next message tries again.
    () => {
      if (waiting.length > 0) plain.set(waiting);
      waiting = [];
    },
  );
}

/** A screen reader announces only what is added to a region that it already knows. */
const announceDelayMs = 100;

function presentWaiting(): void {
  isReady = true;
  for (const message of waiting) present(message);
  waiting = [];
}

function present({ id, kind, text }: Message): void {
  sonner.arrived.get()?.toast[kind](text, {
    id,
    duration: kind === 'error' || kind === 'warning' ? 8000 : 4000,
    // On a phone the lower edge belongs to the dialogs.
    position: window.matchMedia('(max-width: 640px)').matches ? 'top-center' : 'bottom-right',
    // Sonner's own close button leaves out the loading kind.
    cancel: (
      <button
        type="button"
        className="icon-button toast-close"
        aria-label="Close toast"
        onClick={() => dismiss(id)}
      >
        <Icon of={X} size={15} />
      </button>
    ),
  });
}

/** One message, or all of them. */
function dismiss(id?: number): void {
  const without = (messages: Message[]) =>
    messages.filter((message) => id !== undefined && message.id !== id);
  waiting = without(waiting);
  plain.set(without(plain.get()));
  sonner.arrived.get()?.toast.dismiss(id);
}
