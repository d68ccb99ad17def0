/** Types and limits of calls without a key, for browser and server. */

/** No key can have this client ID, because those of keys begin with a prefix. */
export const demoClientId = 'demo';

export const demoCodes = ['no-demo'] as const;
export type DemoCode = (typeof demoCodes)[number];

export const noDemoSentence = 'This API needs a key. Sign up to get one for free.';
