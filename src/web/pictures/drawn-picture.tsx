import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { useHydratedMarkup } from '../ui/use-hydrated-markup.ts';
import { ExportButtons } from './export-buttons.tsx';
import { loadDrawn } from './load-drawn.ts';

interface DrawnPictureProps {
  /** Of the section: its answer has the same name. */
  file: string;
  drawnAs: DrawnAs;
  /** Markup that the server has drawn. */
  picture: string | undefined;
}

type DrawnView = ComponentType<{ drawnAs: DrawnAs; drawn: DrawnAnswer }>;

/** In a page from the server the markup stays as it is; after a move the browser draws the picture itself. */
export function DrawnPicture({ file, drawnAs, picture }: DrawnPictureProps) {
  const figure = useRef<HTMLElement>(null);
  const isFromServer = useHydratedMarkup();
  const [loaded, setLoaded] = useState<{ View: DrawnView; drawn: DrawnAnswer }>();
  const [isAlive, setAlive] = useState(false);

  useEffect(() => {
    setAlive(true);
    if (isFromServer) return;
    let isWanted = true;
    loadPicture(file).then(
      (both) => isWanted && setLoaded(both),
      () => {}, // The answer itself is on the page.
    );
    return () => {
      isWanted = false;
    };
  }, [file, isFromServer]);

  return (
    <>
      {loaded ? (
        <figure className="picture" aria-label={drawnAs.name} ref={figure}>
          <loaded.View drawnAs={drawnAs} drawn={loaded.drawn} />
        </figure>
      ) : (
        <figure
          className="picture"
          aria-label={drawnAs.name}
          ref={figure}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws the picture itself
          dangerouslySetInnerHTML={{ __html: picture ?? '' }}
          suppressHydrationWarning
        />
      )}
      {isAlive && <ExportButtons figure={figure} file={file} drawnAs={drawnAs} />}
    </>
  );
}

async function loadPicture(file: string): Promise<{ View: DrawnView; drawn: DrawnAnswer }> {
  const [{ DrawnAnswerView }, drawn] = await Promise.all([import('./drawn-answer.tsx'), loadDrawn(file)]);
  return { View: DrawnAnswerView, drawn };
}
