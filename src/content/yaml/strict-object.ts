import { z } from 'zod';

/** Strict, so that a misspelt field is a mistake that names itself and never a silent gap on a page. */
export const strictObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, knownFields(Object.keys(shape)));

/** The message of an unknown field is the list of those that are known: a reader of it picks what was meant. */
export const knownFields = (names: readonly string[]) => ({
  error: ({ code }: { code?: string }) => (code === 'unrecognized_keys' ? names.join(' ') : undefined),
});
