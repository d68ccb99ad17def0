/** The ways in which the samples read the client id from the environment. The API key stays where it is. */
const readings = /(os\.environ|System\.getenv|ENV\.fetch)[[(]"WB_CLIENT_ID"[\])]/g;

/** A sample with the reader's own client id in it, so that only the secret is left to set. */
export function personalText(text: string, clientId: string | undefined): string {
  if (!clientId) return text;
  // A sample that sets the variable goes on to use it.
  if (text.includes('YOUR_CLIENT_ID')) return text.replaceAll('YOUR_CLIENT_ID', clientId);
  return text.replaceAll(readings, `"${clientId}"`).replaceAll('$WB_CLIENT_ID', clientId);
}
