import { useMemo } from 'react';
import { drawings } from '../../pictures/drawings/draw-maps.tsx';
import { ShownPicture } from '../../pictures/shown-picture.tsx';
import { DrawingBoundary, wrongShape } from './drawing-boundary.tsx';
import { GridReadout } from './grid-readout.tsx';
import { readFile } from './read-file.ts';

interface DrawnFileProps {
  body: ArrayBuffer;
  title: string;
  /** As the answer says of itself. */
  isSynthetic: boolean;
}

/** A grid as its map, or the sentence that it cannot be drawn. */
export function DrawnFile({ body, title, isSynthetic }: DrawnFileProps) {
  const picture = useMemo(() => {
    try {
      return readFile(body);
    } catch {
      return undefined;
    }
  }, [body]);
  if (!picture) return wrongShape;
  return (
    <DrawingBoundary>
      <GridReadout of={picture}>
        <ShownPicture picture={picture} name={title} drawing={drawings.grid} />
        {isSynthetic && <p className="picture-source">Synthetic sandbox data.</p>}
      </GridReadout>
    </DrawingBoundary>
  );
}
