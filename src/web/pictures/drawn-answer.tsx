import type { DrawnAnswer, DrawnAs } from '../../content/contract.ts';
import { readAnswer } from '../../drawing/answers.ts';
import { timeWords } from '../../drawing/axes.ts';
import { parseTime } from '../../drawing/meteogram.ts';
import { PictureView } from './picture-view.tsx';

interface DrawnAnswerViewProps {
  drawnAs: DrawnAs;
  drawn: DrawnAnswer;
}

/** The inside of a figure in the documentation. */
export function DrawnAnswerView({ drawnAs, drawn }: DrawnAnswerViewProps) {
  const picture = readAnswer(drawnAs.picture, drawn.answer, {
    names: drawnAs.names,
    askedAt: drawn.asked_at,
  });
  return (
    <>
      <PictureView picture={picture} name={drawnAs.name} />
      <p className="picture-source">
        Synthetic sandbox data, asked for on {timeWords(parseTime(drawn.asked_at))}.
      </p>
    </>
  );
}
