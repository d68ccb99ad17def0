import type { Db } from '../database.ts';

interface MailState {
  waiting: number;
  /** 0 when none waits. */
  oldestSeconds: number;
  /** As long as the queue remembers: a day. */
  givenUp: number;
}

export async function readMailState(db: Db, now: number): Promise<MailState> {
  const { waiting, oldest } = await db
    .selectFrom('mail_queue')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldest')])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { givenUp } = await db
    .selectFrom('mail_queue')
    .select((eb) => eb.fn.countAll<number>().as('givenUp'))
    .where('done_at', 'is not', null)
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow();
  const oldestSeconds = oldest === null ? 0 : Math.max(0, Math.round((now - oldest) / 1000));
  return { waiting: Number(waiting), oldestSeconds, givenUp: Number(givenUp) };
}
