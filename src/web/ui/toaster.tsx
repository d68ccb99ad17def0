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

/** Messages that are added while no `Toaster` is mounted are lost. */
export const toastManager = Toast.createToastManager();

export function Toaster() {
  return (
    <Toast.Provider toastManager={toastManager}>
      {/* A child of body: an open dialog hides everything else in the page from screen readers. */}
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/**
 * In place of Base UI's role "dialog", with which screen readers would announce each message as a window. The label
 * goes with it: the message is the only text of the group.
 */
const groupRole = { role: 'group', 'aria-modal': undefined, 'aria-labelledby': undefined };

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((message) => (
    <Toast.Root
      key={message.id}
      toast={message}
      className="toast"
      data-toast
      {...groupRole}
      swipeDirection={['up', 'right']}
    >
      <Icon of={icons[message.type as ToastKind]} size={18} />
      <Toast.Title render={<p />} className="toast-title" />
      <Toast.Close
        className="icon-button toast-close"
        aria-label="Close toast"
        // By default screen readers find the button only while the pointer or the focus is on the messages.
        aria-hidden={undefined}
      >
        <Icon of={X} size={15} />
      </Toast.Close>
    </Toast.Root>
  ));
}
