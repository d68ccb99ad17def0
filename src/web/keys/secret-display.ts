const shownAtStart = 7;
const shownAtEnd = 4;

/** The first 7 and the last 4 characters; nothing of a text too short to hide anything. */
export function maskSecret(secret: string): string {
  const hidden = secret.length - shownAtStart - shownAtEnd;
  if (hidden <= 0) return '•'.repeat(secret.length);
  return `${secret.slice(0, shownAtStart)}${'•'.repeat(hidden)}${secret.slice(-shownAtEnd)}`;
}
