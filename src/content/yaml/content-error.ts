import { root } from '../../platform/root.ts';

/** A mistake in the content: names file, line and field, and stops whatever wanted to show it. */
export class ContentError extends Error {
  constructor(file: string, line: number, sentence: string) {
    super(`${file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file}:${line}: ${sentence}`);
  }
}
