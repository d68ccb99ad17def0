import { codeLength } from '../../../accounts/contract.ts';

/** What counts of whatever was typed or pasted: "Your code: 123 456" is 123456. */
export const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, codeLength);

export const isWholeCode = (code: string) => code.length === codeLength;
