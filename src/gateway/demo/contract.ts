/** What the browser and the server share about calls without a key. */

/** No key can have this client ID, because those of keys begin with a prefix. */
export const demoClientId = 'demo';

export const demoCodes = ['no-demo'] as const;
export type DemoCode = (typeof demoCodes)[number];

export const noDemoSentence = 'This API needs a key. Sign up to get one for free.';
