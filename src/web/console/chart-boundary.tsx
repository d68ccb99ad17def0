import { Component, type ReactNode } from 'react';

export const wrongShape = (
  <p className="console-note">
    This response doesn’t have the documented shape, so it can’t be drawn. See Raw.
  </p>
);

/** Parsed rows may still fail to render. */
export class ChartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? wrongShape : this.props.children;
  }
}
