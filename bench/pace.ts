import { Agent, get, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { percentile } from './load.ts';

const everyMs = 5;

/**
 * Sends requests at a steady pace until `done` is settled, without waiting for responses, so that a server that stalls
 * for a moment is measured as late for every request in that time.
 */
export async function pacedTimesMs(
  url: string,
  done: Promise<unknown>,
  headersInTurn: OutgoingHttpHeaders[] = [{}],
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  let isDone = false;
  done
    .catch(() => {})
    .finally(() => {
      isDone = true;
    });
  const answers: Promise<number>[] = [];
  const began = performance.now();
  while (!isDone) {
    const dueMs = began + answers.length * everyMs;
    const aheadMs = dueMs - performance.now();
    if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
    const headers = headersInTurn[answers.length % headersInTurn.length]!;
    const answer = answerMs(url, { agent, headers });
    // Failures are reported at the end, with the others.
    answer.catch(() => {});
    answers.push(answer);
  }
  const timesMs = await Promise.all(answers);
  agent.destroy();
  return timesMs;
}

export const pacedP99Ms = async (url: string, done: Promise<unknown>) =>
  percentile(await pacedTimesMs(url, done), 0.99);

function answerMs(url: string, options: RequestOptions, began = performance.now()): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = get(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - began));
    });
    // An idle connection may just have been closed, so the request is sent again, as browsers do.
    asking.on('error', (error) =>
      asking.reusedSocket ? resolve(answerMs(url, options, began)) : reject(error),
    );
  });
}
