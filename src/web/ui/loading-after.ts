/** No "Loading..." for a wait that nobody notices. */
export const loadingAfterMs = 300;
