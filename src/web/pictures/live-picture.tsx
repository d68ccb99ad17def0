import { useEffect, useState } from 'react';
import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { ExportButtons } from './export-buttons.tsx';
import { loadDrawing, PictureView } from './picture-view.tsx';

/** This code comes with that of all drawings, which a page with the server's picture doesn't need. */
const answerCode = onDemand(() => import('./answer-picture.tsx'));

export interface LivePictureProps {
  /** The address of the stored answer that is drawn. */
  answer: string;
  drawnAs: DrawnAs;
  /** True if the server has drawn the picture. */
  isDrawn: boolean;
}

/** Draws the picture if the server hasn't, and adds the export buttons. */
export function LivePicture({ answer, drawnAs, isDrawn }: LivePictureProps) {
  const { value: code } = useOnDemand(answerCode, !isDrawn);
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
  const isReady = code !== undefined && drawn !== undefined;
  const readTable = async () => {
    const { readPicture } = await answerCode.load();
    const picture = readPicture(drawnAs, await loadAnswer(answer));
    return (await loadDrawing(picture.kind)).table(picture);
  };
  return (
    <>
      {isReady && (
        <figure className="picture" aria-label={drawnAs.name}>
          <code.AnswerPicture drawnAs={drawnAs} drawn={drawn} View={PictureView} />
        </figure>
      )}
      {(isDrawn || isReady) && (
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
