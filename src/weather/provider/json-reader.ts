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

type JsonObject = Record<string, unknown>;

/** A list or an object whose end has not been read. */
interface Open {
  value: JsonObject | unknown[];
  names: number;
}

/** The text is not JSON, or exceeds a limit. */
export class JsonError extends Error {}

/**
 * Reads JSON like `JSON.parse`, but with pauses, because a large text would block the event loop for seconds. Integers
 * that a JavaScript number cannot represent become a BigInt.
 */
export function* readJson(text: string): LongWork<unknown> {
  const reader = new TokenReader(text);
  const open: Open[] = [];
  let values = 0;
  for (;;) {
    if (++values > maxValues) throw new JsonError('too many values');
    if (values % valuesBetweenPauses === 0) yield;
    let value = reader.value();
    if (typeof value === 'object' && value !== null) {
      open.push({ value: value as JsonObject | unknown[], names: 0 });
      if (open.length > maxDepth) throw new JsonError('nested too deep');
      if (!reader.closes(value)) {
        if (!Array.isArray(value)) reader.name();
        continue;
      }
      open.pop();
    }
    // The value is complete. It is added to the innermost open list or object, which may be complete with it.
    for (;;) {
      const around = open.at(-1);
      if (!around) {
        reader.end();
        return value;
      }
      if (Array.isArray(around.value)) around.value.push(value);
      else around.value[reader.takeName()] = value;
      if (reader.comma()) {
        if (Array.isArray(around.value)) break;
        if (++around.names > maxNames) throw new JsonError('too many fields');
        reader.name();
        break;
      }
      if (!reader.closes(around.value)) throw new JsonError('no comma or end');
      value = open.pop()!.value;
    }
  }
}

const quote = 0x22;
const backslash = 0x5c;
const numberForm = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const literals: Record<string, [string, unknown]> = {
  n: ['null', null],
  t: ['true', true],
  f: ['false', false],
};

class TokenReader {
  readonly #text: string;
  #at = 0;
  /** The names of the fields whose values are being read, from the outermost to the innermost. */
  readonly #names: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** A string, a number, a literal, or an empty list or object whose entries follow. */
  value(): unknown {
    const sign = this.#sign();
    if (sign === quote) return this.#string();
    if (this.#takes('{')) return {};
    if (this.#takes('[')) return [];
    const [word, value] = literals[this.#text[this.#at]!] ?? [];
    if (word === undefined || !this.#text.startsWith(word, this.#at)) return this.#number();
    this.#at += word.length;
    return value;
  }

  closes(around: object): boolean {
    this.#sign();
    return this.#takes(Array.isArray(around) ? ']' : '}');
  }

  comma(): boolean {
    this.#sign();
    return this.#takes(',');
  }

  name(): void {
    if (this.#sign() !== quote) throw new JsonError('a field without a name');
    const name = this.#string();
    this.#sign();
    // `__proto__` would change the object's prototype.
    if (!this.#takes(':') || name === '__proto__') throw new JsonError('a field without a value');
    this.#names.push(name);
  }

  takeName(): string {
    return this.#names.pop()!;
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
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
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
