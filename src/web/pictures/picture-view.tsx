import type { Picture } from '../../pictures/picture.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { useDrawing } from './drawings-on-demand.ts';
import { ShownPicture } from './shown-picture.tsx';

/** The inside of a figure, whose drawing comes when it is first wanted. */
export function PictureView({ picture, name }: { picture: Picture; name: string }) {
  const { drawing, failure, retry } = useDrawing(picture.kind);
  if (failure) return <LoadFailure message="The picture could not be loaded." onRetry={retry} />;
  if (!drawing) return <p className="late">Loading...</p>;
  return <ShownPicture picture={picture} name={name} drawing={drawing} />;
}
