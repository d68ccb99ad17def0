import { type ComponentType, useEffect, useState } from 'react';
import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { ExportButtons } from './export-buttons.tsx';
import { loadDrawn } from './load-drawn.ts';

export interface LivingPictureProps {
  file: string;
  drawnAs: DrawnAs;
  /** The server has done it. */
  isDrawn: boolean;
}

type DrawnView = ComponentType<{ drawnAs: DrawnAs; drawn: DrawnAnswer }>;

/** After a move the browser draws the picture itself; then, as ever, it can be saved. */
export function LivingPicture({ file, drawnAs, isDrawn }: LivingPictureProps) {
  const [loaded, setLoaded] = useState<{ View: DrawnView; drawn: DrawnAnswer }>();
  useEffect(() => {
    if (isDrawn) return;
    let isWanted = true;
    loadPicture(file).then(
      (both) => isWanted && setLoaded(both),
      () => {}, // The answer itself is on the page.
    );
    return () => {
      isWanted = false;
    };
  }, [file, isDrawn]);
  return (
    <>
      {loaded && (
        <figure className="picture" aria-label={drawnAs.name}>
          <loaded.View drawnAs={drawnAs} drawn={loaded.drawn} />
        </figure>
      )}
      {(isDrawn || loaded) && <ExportButtons file={file} drawnAs={drawnAs} />}
    </>
  );
}

async function loadPicture(file: string): Promise<{ View: DrawnView; drawn: DrawnAnswer }> {
  const [{ DrawnAnswerView }, drawn] = await Promise.all([import('./drawn-answer.tsx'), loadDrawn(file)]);
  return { View: DrawnAnswerView, drawn };
}
