import { hashPassword } from '../src/accounts/passwords.ts';
import { calls, pages } from '../src/urls.ts';
import { loadSeconds } from './load.ts';

const password = 'Cirrus-9-over-Boston';

export const hashOfPassword = () => hashPassword(password);

/** Opens a page, sends the sign-in form, and returns the session cookie. */
export async function signIn(url: string, email: string): Promise<string> {
  const page = await fetch(url + pages.docs);
  const token = /name="csrf-token" content="([^"]*)"/.exec(await page.text())?.[1] ?? '';
  const answer = await fetch(url + calls.signIn, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookieOf(page) },
    body: new URLSearchParams({
      'user[email]': email,
      'user[password]': password,
      authenticity_token: token,
    }),
  });
  if (answer.status !== 302) throw new Error(`Sign-in answered ${answer.status}: ${await answer.text()}`);
  return cookieOf(answer);
}

/** All of them at once, each over and over. The first address is for the first person, and so on in turn. */
export async function signInsPerSecond(
  urls: string[],
  emails: string[],
  seconds = loadSeconds,
): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  const counts = await Promise.all(
    emails.map(async (email, index) => {
      let count = 0;
      for (; performance.now() < until; count++) await signIn(urls[index % urls.length]!, email);
      return count;
    }),
  );
  const tookSeconds = (performance.now() - began) / 1000;
  return counts.reduce((sum, count) => sum + count, 0) / tookSeconds;
}

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]!.split(';')[0]!;
