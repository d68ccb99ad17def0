import { readPicture } from './read-picture.ts';
import { tableIn } from './response-rows.ts';
import type { ReadInWorker, Reading } from './use-parsed-response.ts';

/** Parses one long response without blocking the page. */
self.onmessage = ({ data }: MessageEvent<Reading>) => self.postMessage(read(data));

function read(reading: Reading): ReadInWorker {
  try {
    return {
      value: reading.as === 'table' ? tableIn(reading.text) : readPicture(reading.text, reading.asked),
    };
  } catch {
    return { value: undefined };
  }
}
