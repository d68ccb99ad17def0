export const nameLengthMax = 100;

/** A name as one line of text: no control characters, no marks that turn the reading direction. */
export const cleanName = (name: string) =>
  name
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();

export const isNameTooLong = (name: string) => [...name].length > nameLengthMax;
