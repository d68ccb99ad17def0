import { Component, type ReactNode } from 'react';

export const wrongShape = (
  <p className="console-note">
    The answer has not the shape that this page describes, so it is not drawn: see Raw.
  </p>
);

/** Parsed rows may still fail to render. */
export class DrawingBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? wrongShape : this.props.children;
  }
}
