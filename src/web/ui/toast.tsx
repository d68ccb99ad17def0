import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';
type Sonner = typeof import('./sonner.ts');

/** Each returns the id by which the message can be dismissed. */
export const toast = {
  success: (message: string) => show('success', message),
  info: (message: string) => show('info', message),
  warning: (message: string) => show('warning', message),
  error: (message: string) => show('error', message),
  loading: (message: string) => show('loading', message),
  dismiss,
  /** Brings the code before the first message: one about a lost connection could not load it. */
  prepare: () => void load(),
};

/** Stands once in the app; brings its code along with the first message. */
export function Toasts() {
  const part = useSyncExternalStore(subscribe, findSonner, findNothing);
  const plain = useSyncExternalStore(subscribe, findPlain, findNothing);
  if (plain?.length) return createPortal(<PlainMessages messages={plain} />, document.body);
  if (!part) return null;
  // A child of body: an open dialog hides everything else in the page from screen readers.
  return createPortal(
    <part.Toaster
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

let sonner: Sonner | undefined;
let isLoading = false;
let isReady = false;
let lastId = 0;
/** Messages that came before the code that shows them. */
let waiting: Message[] = [];
/** Messages whose code has not come. */
let plain: Message[] = [];
const listeners = new Set<() => void>();

function show(kind: ToastKind, text: string): number {
  lastId += 1;
  const message = { id: lastId, kind, text };
  if (sonner && isReady) present(sonner, message);
  else {
    waiting.push(message);
    void load();
  }
  return message.id;
}

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    sonner = await import('./sonner.ts');
  } catch {
    // The next message tries again.
    isLoading = false;
    change(() => {
      plain = waiting;
      waiting = [];
    });
    return;
  }
  change(() => {
    plain = [];
  });
  setTimeout(presentWaiting, announceDelayMs);
}

/** A screen reader announces only what is added to a region that it already knows. */
const announceDelayMs = 100;

function presentWaiting(): void {
  isReady = true;
  for (const message of waiting) if (sonner) present(sonner, message);
  waiting = [];
}

function present({ toast: sonnerToast }: Sonner, { id, kind, text }: Message): void {
  sonnerToast[kind](text, {
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
        <X size={15} aria-hidden="true" />
      </button>
    ),
  });
}

/** One message, or all of them. */
function dismiss(id?: number): void {
  waiting = id === undefined ? [] : waiting.filter((message) => message.id !== id);
  change(() => {
    plain = id === undefined ? [] : plain.filter((message) => message.id !== id);
  });
  sonner?.toast.dismiss(id);
}

function change(make: () => void): void {
  make();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const findSonner = () => sonner;
const findPlain = () => plain;
const findNothing = () => undefined;
