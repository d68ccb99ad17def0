import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../src/platform/root.ts';
import type { Machine } from './machine.ts';
import { substituteAddresses } from './machine-addresses.ts';
import { type Fence, fencesOf } from './readme.ts';

/** Follows the README as an operator does: from top to bottom, without skipping a block. */
export class RecipeReader {
  readonly #machine: Machine;
  readonly #ahead: Fence[];

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#ahead = fencesOf(readFileSync(join(root, 'docs/deployment/README.md'), 'utf8'));
    // The first block is a drawing.
    expect(this.#ahead.shift()?.language).toBe('');
  }

  /** Runs the commands of the next section and compares their output with what the section shows. */
  async follow(section: string, env: Record<string, string> = {}): Promise<string> {
    let printed = '';
    expect(this.#ahead[0]?.section).toBe(section);
    while (this.#ahead[0]?.section === section) {
      const { language, text, line } = this.#ahead.shift()!;
      if (language === 'sh') printed = await this.#machine.run(text, env);
      else if (language === 'text')
        expect(printed.trimEnd()).toBe(substituteAddresses(text, this.#machine.addresses).trimEnd());
      else throw new Error(`Line ${line}: a fence is commands (sh), or what they print (text)`);
    }
    return printed;
  }

  get isAtTheEnd(): boolean {
    return this.#ahead.length === 0;
  }
}
