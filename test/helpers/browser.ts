import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { calls, pages } from '../../src/urls.ts';

/** The target is the app itself, or anything that forwards a request to one. */
interface Answering {
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** Acts as a browser over plain HTTP: keeps cookies and reads the CSRF token from the page, but follows no redirect. */
export class Browser {
  readonly #server: Answering;
  readonly cookies = new Map<string, string>();
  csrf = '';
  address = '203.0.113.7';

  constructor(server: Answering) {
    this.#server = server;
  }

  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#server.inject({
      remoteAddress: this.address,
      ...options,
      headers: { ...(cookie ? { cookie } : {}), ...options.headers },
    });
    for (const { name, value } of answer.cookies) this.cookies.set(name, value);
    const token = answer.headers['x-csrf-token'];
    if (typeof token === 'string') this.csrf = token;
    return answer;
  }

  get(url: string, headers: Record<string, string> = {}) {
    return this.send({ method: 'GET', url, headers });
  }

  post(url: string, payload: object, headers: Record<string, string> = {}) {
    return this.send({ method: 'POST', url, payload, headers: { 'x-csrf-token': this.csrf, ...headers } });
  }

  put(url: string, payload: object, headers: Record<string, string> = {}) {
    return this.send({ method: 'PUT', url, payload, headers: { 'x-csrf-token': this.csrf, ...headers } });
  }

  delete(url: string, headers: Record<string, string> = {}) {
    return this.send({ method: 'DELETE', url, headers: { 'x-csrf-token': this.csrf, ...headers } });
  }

  async open(path: string = pages.docs): Promise<LightMyRequestResponse> {
    const answer = await this.get(path, { accept: 'text/html' });
    this.csrf = /name="csrf-token" content="([^"]*)"/.exec(answer.body)?.[1] ?? '';
    return answer;
  }

  signIn(email: string, password: string, headers: Record<string, string> = {}) {
    const form = new URLSearchParams({
      'user[email]': email,
      'user[password]': password,
      authenticity_token: this.csrf,
    });
    return this.send({
      method: 'POST',
      url: calls.signIn,
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  async user(): Promise<{ email: string; name: string } | undefined> {
    return (await this.get(calls.authStatus)).json().user;
  }
}
