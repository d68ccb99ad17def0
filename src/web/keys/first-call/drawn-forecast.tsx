import { useEffect, useMemo, useRef } from 'react';
import { readAnswer } from '../../../drawing/answers.ts';
import { describePicture } from '../../../drawing/describe.ts';
import type { Picture } from '../../../drawing/picture.ts';
import { PictureView } from '../../pictures/picture-view.tsx';

/** The answer of the first call as the weather that it is. */
export function DrawnForecast({ body, place }: { body: string; place: string }) {
  const picture = useMemo(() => forecastIn(body, place), [body, place]);
  const figure = useRef<HTMLElement>(null);
  // It comes later than the words about it.
  useEffect(() => {
    figure.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (!picture) return null;
  const name = `The next 24 hours in ${place}`;
  return (
    <figure ref={figure} className="picture first-picture" aria-label={name}>
      <PictureView picture={picture} name={name} />
    </figure>
  );
}

/** Undefined where the answer is no forecast. */
function forecastIn(body: string, place: string): Picture | undefined {
  try {
    const picture = readAnswer('meteogram', JSON.parse(body), { names: [place], askedAt: '' });
    describePicture(picture);
    return picture;
  } catch {
    return undefined;
  }
}
