import { useMemo } from 'react';
import { CodePanel } from '../../code/code-block.tsx';
import { jsonText, parseJson } from '../../code/exact-json.ts';
import { collapse } from '../../ui/collapse.ts';
import { bytesWords } from './words.ts';

/** Colours for more would be felt. */
const highlightedMax = 50_000;
const shownMax = 200_000;

/** The text with every digit as it came, on lines of their own where it is short enough to be laid out. */
export function RawAnswer({ text }: { text: string }) {
  const laidOut = useMemo(() => {
    if (text.length > shownMax) return text.slice(0, shownMax);
    const parsed = parseJson(text);
    return parsed === undefined ? text : jsonText(parsed);
  }, [text]);
  return (
    <div className="console-raw">
      <CodePanel
        text={laidOut}
        grammar={text.length <= highlightedMax ? 'json' : 'text'}
        limit={collapse.response}
      />
      {text.length > shownMax && (
        <p className="console-note">The first {bytesWords(shownMax)}: the file has the rest.</p>
      )}
    </div>
  );
}
