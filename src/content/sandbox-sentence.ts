import type { ApiName, Sandbox } from './contract.ts';

export const isSandboxed = (sandbox: Sandbox, api: ApiName) => sandbox === 'both' || sandbox === api;

/** Examples come from the sandbox, even on a portal whose API doesn't. */
export const exampleNoteFor = (sandbox: Sandbox): string | undefined =>
  sandbox === 'both' ? undefined : 'Example from the sandbox: simulated data.';

/** Every page shows this sentence; its first word is emphasized. */
export function sandboxSentence(sandbox: Sandbox): string | undefined {
  switch (sandbox) {
    case false:
      return undefined;
    case 'both':
      return 'Sandbox: the weather here is simulated, so you can build and test for free.';
    case 'forecasts':
      return 'Sandbox: the forecasts here are simulated.';
    case 'data':
      return 'Sandbox: the observations here are simulated.';
  }
}
