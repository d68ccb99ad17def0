import { useEffect, useMemo, useRef } from 'react';
import { readAnswer } from '../../../pictures/answers.ts';
import type { PictureOf } from '../../../pictures/picture.ts';
import { drawings } from '../../pictures/charts.tsx';
import { PictureFigure } from '../../pictures/picture-figure.tsx';

/** Draws the answer of the first call as a meteogram. */
export function DrawnForecast({ body, place }: { body: string; place: string }) {
  const picture = useMemo(() => forecastIn(body, place), [body, place]);
  const figure = useRef<HTMLElement>(null);
  // The picture loads after the text, so the dialog scrolls to it again.
  useEffect(() => {
    figure.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (!picture) return null;
  const name = `Next 24 hours in ${place}`;
  return (
    <figure ref={figure} className="picture first-picture" aria-label={name}>
      <PictureFigure picture={picture} name={name} drawing={drawings.meteogram} />
    </figure>
  );
}

/** Returns undefined if the answer is not a forecast. */
function forecastIn(body: string, place: string): PictureOf<'meteogram'> | undefined {
  try {
    const picture = readAnswer('meteogram', JSON.parse(body), { names: [place], askedAt: '' });
    drawings.meteogram.caption(picture);
    return picture;
  } catch {
    return undefined;
  }
}
