import type { ComponentType } from 'react';
import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { readAnswer } from '../../pictures/answers.ts';
import { formatTime, parseTime } from '../../pictures/format.ts';
import type { Picture } from '../../pictures/picture.ts';

interface DrawnAnswerViewProps {
  drawnAs: DrawnAs;
  drawn: DrawnAnswer;
  /** Drawn at once, or on demand. */
  View: ComponentType<{ picture: Picture; name: string }>;
}

/** The inside of a figure in the documentation. */
export function DrawnAnswerView({ drawnAs, drawn, View }: DrawnAnswerViewProps) {
  const picture = readAnswer(drawnAs.picture, drawn.answer, {
    names: drawnAs.names,
    askedAt: drawn.asked_at,
  });
  return (
    <>
      <View picture={picture} name={drawnAs.name} />
      <p className="picture-source">
        Synthetic sandbox data, asked for on {formatTime(parseTime(drawn.asked_at))}.
      </p>
    </>
  );
}
