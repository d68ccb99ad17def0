import { Button } from '../ui/button.tsx';

/** Replaces the page when its data cannot be read: the app cannot start without it. */
export function PropsError({ message }: { message: string }) {
  return (
    <main className="message-page" role="alert">
      <h1>This page could not start</h1>
      <p>{message}</p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </main>
  );
}
