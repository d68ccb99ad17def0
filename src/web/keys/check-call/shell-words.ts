/** A command line as a shell would read it, and what it would stumble over. */
export interface ShellLine {
  words: string[];
  isUnclosed: boolean;
  /** Cut off at this sign, which stood outside of quotes. */
  cutAt?: '&' | '#' | ';' | '|';
}

/** Of one command: what follows an unquoted `&` is another one. A backslash or caret at a line's end joins lines. */
export function readShellLine(text: string): ShellLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  const line = text.replaceAll(/[\\^`]\r?\n/g, ' ');
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (quote !== undefined) {
      if (letter === quote) quote = undefined;
      else if (letter === '\\' && quote === '"' && /["\\$`]/.test(line[at + 1] ?? '')) word += line[++at]!;
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (isCut(letter, word)) {
      if (word !== undefined) words.push(word);
      return { words, isUnclosed: false, cutAt: letter };
    } else word = (word ?? '') + (letter === '\\' ? (line[++at] ?? '') : letter);
  }
  if (word !== undefined) words.push(word);
  return { words, isUnclosed: quote !== undefined };
}

/** A `#` in the middle of a word is part of it. */
const isCut = (letter: string, word: string | undefined): letter is '&' | '#' | ';' | '|' =>
  /[&;|]/.test(letter) || (letter === '#' && word === undefined);
