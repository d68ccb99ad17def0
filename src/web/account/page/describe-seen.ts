const minuteMs = 60 * 1000;

/** Sights are written down every ten minutes at most, so no finer than that. */
export function describeSeen(seenAt: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(seenAt)) / minuteMs);
  if (minutes < 15) return 'a few minutes ago';
  if (minutes < 90) return `${Math.round(minutes / 15) * 15} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return `${hours} hours ago`;
  return `${Math.round(hours / 24)} days ago`;
}
