import type { DrawnAs } from '../../content/contract.ts';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { useHydratedMarkup } from '../ui/store.ts';

interface DrawnPictureProps {
  /** Of the section: its answer has the same name. */
  file: string;
  drawnAs: DrawnAs;
  /** Markup that the server has drawn. */
  picture: string | undefined;
}

/** Where there is no picture, there is no code for one either. */
const livingCode = onDemand(() => import('./living-picture.tsx'));

/** In a page from the server the markup stays as it is; what lives beside it comes a moment later. */
export function DrawnPicture({ file, drawnAs, picture }: DrawnPictureProps) {
  const isDrawn = useHydratedMarkup();
  const { value: code } = useOnDemand(livingCode, true);
  return (
    <>
      {isDrawn && (
        <figure
          className="picture"
          aria-label={drawnAs.name}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws the picture itself
          dangerouslySetInnerHTML={{ __html: picture ?? '' }}
          suppressHydrationWarning
        />
      )}
      {code && <code.LivingPicture file={file} drawnAs={drawnAs} isDrawn={isDrawn} />}
    </>
  );
}
