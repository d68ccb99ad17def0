import type { LongWork } from '../../platform/long-work.ts';

/** More than the largest documented answer, and little enough for the memory of the process. */
const maxValues = 500_000;
/** The documented answers are nested five deep. */
const maxDepth = 16;
/** The limit is per object, because V8 copies a table of that many names in one long step when it grows. */
const maxNames = 10_000;
/** A number written in full has 25 characters at most. */
const maxNumberLength = 40;
const maxTextLength = 100_000;
const valuesBetweenPauses = 200;

/** The text is not JSON, or exceeds a limit. */
export class JsonError extends Error {}

/**
 * Reads JSON like `JSON.parse`, but with pauses, because a large text would block the event loop for seconds. Integers
 * that a JavaScript number cannot represent become a BigInt.
 */
export function* readJson(text: string): LongWork<unknown> {
  const reader = new JsonReader(text);
  const value = yield* reader.value(0);
  reader.end();
  return value;
}

const quote = 0x22;
const backslash = 0x5c;
const numberForm = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const literals: Record<string, [string, unknown]> = {
  n: ['null', null],
  t: ['true', true],
  f: ['false', false],
};

class JsonReader {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `depth` is the number of lists and objects around the value. */
  *value(depth: number): LongWork<unknown> {
    if (++this.#values > maxValues) throw new JsonError('too many values');
    if (this.#values % valuesBetweenPauses === 0) yield;
    if (this.#sign() === quote) return this.#string();
    const isList = this.#takes('[');
    if (isList || this.#takes('{')) {
      if (depth === maxDepth) throw new JsonError('nested too deep');
      return yield* isList ? this.#list(depth + 1) : this.#object(depth + 1);
    }
    const [word, value] = literals[this.#text.charAt(this.#at)] ?? [];
    if (word === undefined || !this.#text.startsWith(word, this.#at)) return this.#number();
    this.#at += word.length;
    return value;
  }

  *#list(depth: number): LongWork<unknown[]> {
    const list: unknown[] = [];
    if (this.#takes(']')) return list;
    do {
      list.push(yield* this.value(depth));
    } while (this.#takes(','));
    this.#require(']');
    return list;
  }

  *#object(depth: number): LongWork<Record<string, unknown>> {
    const object: Record<string, unknown> = {};
    if (this.#takes('}')) return object;
    let names = 0;
    do {
      if (++names > maxNames) throw new JsonError('too many fields');
      if (this.#sign() !== quote) throw new JsonError('a field without a name');
      const name = this.#string();
      this.#require(':');
      // `__proto__` would change the object's prototype.
      if (name === '__proto__') throw new JsonError('a forbidden name');
      object[name] = yield* this.value(depth);
    } while (this.#takes(','));
    this.#require('}');
    return object;
  }

  end(): void {
    if (!Number.isNaN(this.#sign())) throw new JsonError('more than one value');
  }

  /** The code of the next character that is not white space; NaN at the end. */
  #sign(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#at++;
    }
  }

  #takes(sign: string): boolean {
    if (this.#sign() !== sign.charCodeAt(0)) return false;
    this.#at++;
    return true;
  }

  #require(sign: string): void {
    if (!this.#takes(sign)) throw new JsonError(`no ${sign}`);
  }

  #string(): string {
    const begin = this.#at;
    let hasEscapes = false;
    for (let at = begin + 1; at - begin <= maxTextLength; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === quote) {
        this.#at = at + 1;
        return hasEscapes ? unescaped(this.#text.slice(begin, at + 1)) : this.#text.slice(begin + 1, at);
      }
      if (code === backslash) {
        hasEscapes = true;
        at++;
      } else if (!(code >= 0x20)) throw new JsonError('a text without an end');
    }
    throw new JsonError('a text too long');
  }

  #number(): number | bigint {
    numberForm.lastIndex = this.#at;
    const [text, fraction, exponent] = numberForm.exec(this.#text) ?? [];
    if (text === undefined || text.length > maxNumberLength) throw new JsonError('no value');
    this.#at += text.length;
    const number = Number(text);
    return fraction || exponent || Number.isSafeInteger(number) ? number : BigInt(text);
  }
}

function unescaped(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new JsonError('an unknown escape');
  }
}
