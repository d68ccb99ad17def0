import { z } from 'zod';

/** Fields of request bodies. Their bounds are far above what is allowed, so that a rule of the product answers first. */
export const text = (max: number) => z.string().max(max);
export const password = text(5000);

/** A code that was sent to an address. */
export const codeBody = z.object({ email: text(1000), code: text(100), verification_token: text(200) });
