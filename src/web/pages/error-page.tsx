import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

/** A page that breaks while it is drawn leaves the rest of the site standing. Another page is another try. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}

function ErrorPage() {
  return (
    <div className="message-page" role="alert">
      <h1 tabIndex={-1}>This page could not be shown</h1>
      <p>Something in it failed. Reloading may help; the rest of the documentation still works.</p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </div>
  );
}
