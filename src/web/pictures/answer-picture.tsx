import type { ComponentType } from 'react';
import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { readAnswer } from '../../pictures/answers.ts';
import { parseTime } from '../../pictures/format.ts';
import type { Picture } from '../../pictures/picture.ts';
import { formatMinute } from '../../time.ts';

export const readPicture = ({ picture, names }: DrawnAs, { answer, asked_at: askedAt }: DrawnAnswer) =>
  readAnswer(picture, answer, { names, askedAt });

interface AnswerPictureProps {
  drawnAs: DrawnAs;
  drawn: DrawnAnswer;
  /** The server renders all kinds at once, the browser loads the code of one. */
  View: ComponentType<{ picture: Picture; name: string }>;
}

/** The content of a figure in the documentation. */
export const AnswerPicture = ({ drawnAs, drawn, View }: AnswerPictureProps) => (
  <>
    <View picture={readPicture(drawnAs, drawn)} name={drawnAs.name} />
    <p className="picture-source">Simulated data, {formatMinute(parseTime(drawn.asked_at))}.</p>
  </>
);
