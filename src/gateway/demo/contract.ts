/** What crosses the wire when a visitor without a key wants to see the API. */

/** No key has it: theirs begin with a prefix. */
export const demoClientId = 'demo';

/** Why there is no demo to be had. */
export const demoCodes = ['no-demo'] as const;

export type DemoCode = (typeof demoCodes)[number];

export const noDemoSentence = 'This API needs a key. Sign up for a free one.';
