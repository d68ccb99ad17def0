import { type ComponentType, useEffect, useState } from 'react';
import type { DrawnAs } from '../../content/contract.ts';
import { useHydratedMarkup } from '../ui/use-hydrated-markup.ts';
import type { LivingPictureProps } from './living-picture.tsx';

interface DrawnPictureProps {
  /** Of the section: its answer has the same name. */
  file: string;
  drawnAs: DrawnAs;
  /** Markup that the server has drawn. */
  picture: string | undefined;
}

/** In a page from the server the markup stays as it is; what lives beside it comes a moment later. */
export function DrawnPicture({ file, drawnAs, picture }: DrawnPictureProps) {
  const isDrawn = useHydratedMarkup();
  const [Living, setLiving] = useState<ComponentType<LivingPictureProps>>();
  useEffect(() => {
    import('./living-picture.tsx').then(
      ({ LivingPicture }) => setLiving(() => LivingPicture),
      () => {}, // A picture that cannot be saved is still a picture.
    );
  }, []);
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
      {Living && <Living file={file} drawnAs={drawnAs} isDrawn={isDrawn} />}
    </>
  );
}
