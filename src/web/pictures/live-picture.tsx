import { useEffect, useState } from 'react';
import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { dataFile } from '../../urls.ts';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { ExportButtons } from './export-buttons.tsx';
import { loadDrawing, PictureView } from './picture-view.tsx';

/** This code comes with that of all drawings, which a page with the server's picture doesn't need. */
const answerCode = onDemand(() => import('./answer-picture.tsx'));

export interface LivePictureProps {
  /** The file of the section; the answer that is drawn has the same name. */
  file: string;
  drawnAs: DrawnAs;
  /** True if the server has drawn the picture. */
  isDrawn: boolean;
}

/** Draws the picture if the server hasn't, and adds the export buttons. */
export function LivePicture({ file, drawnAs, isDrawn }: LivePictureProps) {
  const { value: code } = useOnDemand(answerCode, !isDrawn);
  const [drawn, setDrawn] = useState<DrawnAnswer>();
  useEffect(() => {
    if (isDrawn) return;
    let isMounted = true;
    loadAnswer(file).then(
      (answer) => isMounted && setDrawn(answer),
      () => {}, // The page shows the answer as text in any case.
    );
    return () => {
      isMounted = false;
    };
  }, [file, isDrawn]);
  const isReady = code !== undefined && drawn !== undefined;
  const readTable = async () => {
    const { readPicture } = await answerCode.load();
    const picture = readPicture(drawnAs, await loadAnswer(file));
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
          fileName={file.replace(/\.yaml$/, '')}
          isSynthetic
          readTable={readTable}
        />
      )}
    </>
  );
}

async function loadAnswer(file: string): Promise<DrawnAnswer> {
  const response = await fetch(dataFile('endpoints', file.replace(/\.yaml$/, '.json')));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return await response.json();
}
