import type { PageProps } from '../content/contract.ts';

export const propsElementId = 'rails-props';
const maxRetries = 3;
const baseDelayMs = 1000;

type Sleep = (ms: number) => Promise<void>;

/** Reads the embedded props. Retries after 1, 2 and 4 seconds before it fails. */
export async function loadProps(readText: () => string | null | undefined, sleep: Sleep): Promise<PageProps> {
  for (let attempt = 0; ; attempt++) {
    try {
      return parseProps(readText());
    } catch (error) {
      if (attempt === maxRetries) throw error;
      await sleep(baseDelayMs * 2 ** attempt);
    }
  }
}

function parseProps(text: string | null | undefined): PageProps {
  if (!text?.trim()) throw new Error('Rails props script tag not found or empty');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('Failed to parse Rails props', { cause });
  }
}
