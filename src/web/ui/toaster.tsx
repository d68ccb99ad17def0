import { Toast } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Info, LoaderCircle, TriangleAlert, X } from 'lucide';
import { Icon } from './icon.tsx';
import './toast.css';

const icons = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleX,
  loading: LoaderCircle,
};

export type ToastKind = keyof typeof icons;

/** Messages added while no `Toaster` is mounted are lost. */
export const toastManager = Toast.createToastManager<{ kind: ToastKind }>();

/** On a phone sheets begin below the toasts: CSS reads here where the toasts end. */
function reportEnd(toasts: HTMLElement | null) {
  if (!toasts) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const { height, bottom } = toasts.getBoundingClientRect();
    style.setProperty('--toasts-end', `${height > 0 ? Math.ceil(bottom) + 8 : 0}px`);
  });
  observer.observe(toasts);
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts-end');
  };
}

export const Toaster = () => (
  <Toast.Provider toastManager={toastManager}>
    {/* The viewport is a child of body, because an open dialog hides the rest of the page from screen readers. */}
    <Toast.Portal>
      <Toast.Viewport className="toasts" ref={reportEnd}>
        <ToastList />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
);

/** Screen readers would announce Base UI's role "dialog" as a window. A group with one text needs no label. */
const groupRole = { role: 'group', 'aria-modal': undefined, 'aria-labelledby': undefined };

function ToastList() {
  const { toasts } = Toast.useToastManager<{ kind: ToastKind }>();
  return toasts.map((message) => (
    <Toast.Root
      key={message.id}
      toast={message}
      className="toast"
      data-toast
      {...groupRole}
      swipeDirection={['up', 'right']}
    >
      {message.data && <Icon of={icons[message.data.kind]} size={18} />}
      <div className="toast-text">
        <Toast.Title render={<p />} className="toast-title" />
        <Toast.Description className="toast-detail" />
      </div>
      <Toast.Close
        className="icon-button toast-close"
        aria-label="Close toast"
        // By default screen readers find the button only while the toasts have the pointer or the focus.
        aria-hidden={undefined}
      >
        <Icon of={X} size={15} />
      </Toast.Close>
    </Toast.Root>
  ));
}
