export const maxNameLength = 100;

/**
 * Returns a name as one line of text, without control characters and marks that change the reading direction.
 * The two joiners, which Persian words and many emoji need, stay between two visible characters.
 */
export const cleanName = (name: string) =>
  name
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(
      /([^\p{C}\s][\u200c\u200d](?=[^\p{C}\s]))|[\p{C}\s]+/gu,
      (_, joined?: string) => joined ?? ' ',
    )
    .trim();

export const isNameTooLong = (name: string) => [...name].length > maxNameLength;
