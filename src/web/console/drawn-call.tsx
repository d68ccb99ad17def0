import { Component, type ReactNode, useMemo } from 'react';
import type { Picture } from '../../drawing/picture.ts';
import { PictureView } from '../pictures/picture-view.tsx';
import { GridReadout } from './grid-readout.tsx';
import { type Asked, pictureOfAnswer } from './picture-of-answer.ts';

const wrongShape = 'The answer has not the shape that this page describes, so it is not drawn: see Raw.';

interface DrawnCallProps {
  body: string | ArrayBuffer;
  asked: Asked;
  title: string;
  /** As the answer says of itself. */
  isSynthetic: boolean;
}

/** An answer as its picture, or the sentence that it cannot be drawn. */
export function DrawnCall({ body, asked, title, isSynthetic }: DrawnCallProps) {
  const picture = useMemo((): Picture | undefined => {
    try {
      return pictureOfAnswer(body, asked);
    } catch {
      return undefined;
    }
  }, [body, asked]);
  if (!picture) return <p className="console-note">{wrongShape}</p>;
  const content = (
    <>
      <PictureView picture={picture} name={title} />
      {isSynthetic && <p className="picture-source">Synthetic sandbox data.</p>}
    </>
  );
  return (
    <DrawingBoundary>
      {picture.kind === 'grid' ? (
        <GridReadout of={picture}>{content}</GridReadout>
      ) : (
        <figure className="picture" aria-label="The answer, drawn">
          {content}
        </figure>
      )}
    </DrawingBoundary>
  );
}

/** Rows that were read well may still be impossible to draw. */
class DrawingBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <p className="console-note">{wrongShape}</p> : this.props.children;
  }
}
