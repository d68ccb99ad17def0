/** One thing that is wrong with a call, doubtful, or right. It never holds the secret. */
export interface Finding {
  tone: 'wrong' | 'doubt' | 'right';
  words: string;
}
