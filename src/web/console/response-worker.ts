import { readPicture } from './read-picture.ts';
import { tableIn } from './response-rows.ts';
import type { Parsed, ParseTask } from './use-parsed-response.ts';

/** Parses one long response without blocking the page. */
self.onmessage = ({ data }: MessageEvent<ParseTask>) => self.postMessage(parse(data));

function parse(task: ParseTask): Parsed {
  try {
    return { value: task.as === 'table' ? tableIn(task.text) : readPicture(task.text, task.call) };
  } catch {
    return { value: undefined };
  }
}
