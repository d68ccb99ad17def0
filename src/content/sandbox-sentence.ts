import type { ApiName, Sandbox } from './contract.ts';

export const isSandboxed = (sandbox: Sandbox, api: ApiName) => sandbox === 'both' || sandbox === api;

/** What every reader is told: the words before and after "synthetic sandbox", which a page may stress. */
export function sandboxWords(sandbox: Exclude<Sandbox, false>): { before: string; after: string } {
  switch (sandbox) {
    case 'both':
      return { before: 'This portal runs on the ', after: ': its weather is computed, not measured.' };
    case 'forecasts':
      return { before: 'The forecasts come from the ', after: ': its weather is not real.' };
    case 'data':
      return { before: 'The observations come from the ', after: ': they are computed, not measured.' };
  }
}

export const sandboxName = 'synthetic sandbox';

/** Examples are made when the documentation is: by the sandbox, wherever the API of a portal is. */
export const exampleNoteFor = (sandbox: Sandbox): string | undefined =>
  sandbox === 'both' ? undefined : `Made by the ${sandboxName}: its weather is not real.`;

export function sandboxSentence(sandbox: Sandbox): string | undefined {
  if (!sandbox) return undefined;
  const { before, after } = sandboxWords(sandbox);
  return before + sandboxName + after;
}
