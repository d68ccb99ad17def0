import { Component, type ReactNode, useMemo } from 'react';
import type { Picture } from '../../../drawing/picture.ts';
import { PictureView } from '../../pictures/picture-view.tsx';
import { DrawnDegreeDays } from './drawn-degree-days.tsx';
import { GridReadout } from './grid-readout.tsx';
import { readFile } from './read-file.ts';
import type { Reading } from './read-in-worker.ts';
import { type Asked, readPicture } from './read-picture.ts';
import { useReading } from './use-reading.ts';

interface DrawnCallProps {
  body: string | ArrayBuffer;
  asked: Asked;
  title: string;
  /** As the answer says of itself. */
  isSynthetic: boolean;
}

/** An answer as its picture, or the sentence that it cannot be drawn. */
export function DrawnCall({ body, asked, ...named }: DrawnCallProps) {
  return typeof body === 'string' ? (
    <DrawnText text={body} asked={asked} {...named} />
  ) : (
    <DrawnFile body={body} {...named} />
  );
}

type Named = Pick<DrawnCallProps, 'title' | 'isSynthetic'>;

type PictureReading = Extract<Reading, { as: 'picture' }>;
const readHere = ({ text, asked }: PictureReading) => readPicture(text, asked);

function DrawnText({ text, asked, ...named }: Named & { text: string; asked: Asked }) {
  const reading = useMemo((): PictureReading => ({ as: 'picture', text, asked }), [text, asked]);
  const read = useReading(reading, readHere);
  if (!read) return <p className="console-note late">Reading the answer...</p>;
  return <Drawn picture={read.value} {...named} />;
}

function DrawnFile({ body, ...named }: Named & { body: ArrayBuffer }) {
  const picture = useMemo(() => {
    try {
      return readFile(body);
    } catch {
      return undefined;
    }
  }, [body]);
  return <Drawn picture={picture} {...named} />;
}

function Drawn({ picture, title, isSynthetic }: Named & { picture: Picture | undefined }) {
  if (!picture) return wrongShape;
  const source = isSynthetic && <p className="picture-source">Synthetic sandbox data.</p>;
  return (
    <DrawingBoundary>
      {picture.kind === 'grid' ? (
        <GridReadout of={picture}>
          <PictureView picture={picture} name={title} />
          {source}
        </GridReadout>
      ) : (
        <figure className="picture" aria-label="The answer, drawn">
          {picture.kind === 'degree days' ? (
            <DrawnDegreeDays of={picture} title={title} />
          ) : (
            <PictureView picture={picture} name={title} />
          )}
          {source}
        </figure>
      )}
    </DrawingBoundary>
  );
}

const wrongShape = (
  <p className="console-note">
    The answer has not the shape that this page describes, so it is not drawn: see Raw.
  </p>
);

/** Rows that were read well may still be impossible to draw. */
class DrawingBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? wrongShape : this.props.children;
  }
}
