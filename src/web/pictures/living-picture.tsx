import { useEffect, useState } from 'react';
import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { ExportButtons } from './export-buttons.tsx';
import { loadDrawn } from './load-drawn.ts';
import { PictureView } from './picture-view.tsx';

interface LivingPictureProps {
  file: string;
  drawnAs: DrawnAs;
  /** The server has done it. */
  isDrawn: boolean;
}

const tableCode = onDemand(() => import('./drawn-table.ts'));
const drawingCode = onDemand(() => import('./drawn-answer.tsx'));

/** After a move the browser draws the picture itself; then, as ever, it can be saved. */
export function LivingPicture({ file, drawnAs, isDrawn }: LivingPictureProps) {
  const { value: code } = useOnDemand(drawingCode, !isDrawn);
  const [drawn, setDrawn] = useState<DrawnAnswer>();
  useEffect(() => {
    if (isDrawn) return;
    let isWanted = true;
    loadDrawn(file).then(
      (answer) => isWanted && setDrawn(answer),
      () => {}, // The answer itself is on the page.
    );
    return () => {
      isWanted = false;
    };
  }, [file, isDrawn]);
  const isReady = code !== undefined && drawn !== undefined;
  return (
    <>
      {isReady && (
        <figure className="picture" aria-label={drawnAs.name}>
          <code.DrawnAnswerView drawnAs={drawnAs} drawn={drawn} View={PictureView} />
        </figure>
      )}
      {(isDrawn || isReady) && (
        <ExportButtons
          name={drawnAs.name}
          fileName={file.replace(/\.yaml$/, '')}
          isSynthetic
          readTable={async () => (await tableCode.load()).readDrawnTable(file, drawnAs)}
        />
      )}
    </>
  );
}
