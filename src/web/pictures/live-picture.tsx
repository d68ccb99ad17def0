import { useEffect, useState } from 'react';
import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { AnswerPicture, readPicture } from './answer-picture.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { loadDrawing, PictureView } from './picture-view.tsx';

export interface LivePictureProps {
  /** The address of the stored answer that is drawn. */
  answer: string;
  drawnAs: DrawnAs;
  /** True if the server has drawn the picture. */
  isDrawn: boolean;
}

/** Draws the picture if the server hasn't, and adds the export buttons. */
export function LivePicture({ answer, drawnAs, isDrawn }: LivePictureProps) {
  const [drawn, setDrawn] = useState<DrawnAnswer>();
  useEffect(() => {
    if (isDrawn) return;
    let isMounted = true;
    loadAnswer(answer).then(
      (loaded) => isMounted && setDrawn(loaded),
      () => {}, // The page shows the answer as text in any case.
    );
    return () => {
      isMounted = false;
    };
  }, [answer, isDrawn]);
  const readTable = async () => {
    const picture = readPicture(drawnAs, await loadAnswer(answer));
    return (await loadDrawing(picture.kind)).table(picture);
  };
  return (
    <>
      {drawn && (
        <figure className="picture" aria-label={drawnAs.name}>
          <AnswerPicture drawnAs={drawnAs} drawn={drawn} View={PictureView} />
        </figure>
      )}
      {(isDrawn || drawn) && (
        <ExportButtons
          name={drawnAs.name}
          fileName={answer.replace(/^.*\/|\.json$/g, '')}
          isSynthetic
          readTable={readTable}
        />
      )}
    </>
  );
}

async function loadAnswer(address: string): Promise<DrawnAnswer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return await response.json();
}
