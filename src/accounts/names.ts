export const maxNameLength = 100;

/**
 * A name as one line of text: no control characters, no marks that turn the reading direction.
 * The two joiners, which Persian words and many emoji need, stay between two characters that can be seen.
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
