import { onDemand, useOnDemand } from '../ui/on-demand.ts';
import { useHydratedMarkup } from '../ui/store.ts';
import type { LivePictureProps } from './live-picture.tsx';

interface DocPictureProps extends Omit<LivePictureProps, 'isDrawn'> {
  /** The markup from the server. */
  picture: string | undefined;
}

/** Only pages with a picture load this code. */
const liveCode = onDemand(() => import('./live-picture.tsx'));

/** A page from the server keeps the picture's markup as it is; export buttons are added once their code is loaded. */
export function DocPicture({ picture, ...props }: DocPictureProps) {
  const isDrawn = useHydratedMarkup();
  const { value: code } = useOnDemand(liveCode, true);
  return (
    <>
      {isDrawn && (
        <figure
          className="picture"
          aria-label={props.drawnAs.name}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server rendered this picture
          dangerouslySetInnerHTML={{ __html: picture ?? '' }}
          suppressHydrationWarning
        />
      )}
      {code && <code.LivePicture {...props} isDrawn={isDrawn} />}
    </>
  );
}
