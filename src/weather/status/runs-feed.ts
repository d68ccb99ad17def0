import { atomFeed } from '../../content/outputs/feeds.ts';
import { formatDuration, formatMinute, iso, minuteMs } from '../../time.ts';
import { statusRunsFeed } from '../../urls.ts';
import type { ForecastStatus, RunStatus } from './contract.ts';

interface FeedOptions {
  providerName: string;
  /** The status page. */
  page: string;
  publicUrl: string;
}

/** Announces each complete run, and each run that is or was late, newest first. */
export function runsFeedText(
  forecasts: ForecastStatus,
  { providerName, page, publicUrl }: FeedOptions,
): string {
  const entries = forecasts.runs
    .flatMap((run) => entriesOf(run, forecasts))
    .sort((one, other) => other.updated.localeCompare(one.updated))
    .map((entry) => ({ ...entry, id: `${page}#${entry.id}`, url: page }));
  const [newest] = entries;
  return atomFeed({
    title: `${providerName} forecast runs`,
    page,
    feed: publicUrl + statusRunsFeed,
    author: providerName,
    updated: newest?.updated ?? forecasts.newest_run,
    entries,
  });
}

function entriesOf(
  status: RunStatus,
  { late_after_minutes: lateAfter, usual_minutes: usual }: ForecastStatus,
) {
  const { run, state, complete_minutes: minutes, hours_ready } = status;
  const runMs = Date.parse(run);
  const name = formatMinute(runMs).replace(':00 UTC', ' UTC');
  const at = (minute: number) => iso(runMs + minute * minuteMs);
  const isComplete = minutes !== undefined;
  return [
    ...(isComplete
      ? [
          {
            id: `complete-${run}`,
            title: `${name} is complete`,
            updated: at(minutes),
            text: `All ${hours_ready} forecast hours were ready ${formatDuration(minutes)} after the run time.`,
          },
        ]
      : []),
    ...(state === 'late'
      ? [
          {
            id: `late-${run}`,
            title: `${name} is late`,
            updated: at(lateAfter),
            text: `The run wasn't complete ${formatDuration(lateAfter)} after its time. It usually takes ${formatDuration(usual)}.`,
          },
        ]
      : []),
  ];
}
