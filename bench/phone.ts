import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumArguments, findChromium } from '../test/helpers/chromium.ts';
import { eventually } from '../test/helpers/process.ts';

type Params = Record<string, unknown>;
interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
}

/**
 * A middling phone: a browser four times slower, 150 ms away, with 1.6 Mbit/s. It is spoken to directly and
 * no debugger is attached to its pages: for one, V8 would parse React a second time while it loads.
 */
export class Phone {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #watchers = new Set<(message: Message) => void>();
  #lastId = 0;

  private constructor(process: ChildProcess, folder: string, socket: WebSocket) {
    this.#process = process;
    this.#folder = folder;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id === undefined) for (const watch of this.#watchers) watch(message);
      else this.#answers.get(message.id)?.(message);
    });
  }

  static async switchOn(): Promise<Phone> {
    const folder = mkdtempSync(join(tmpdir(), 'portal-phone-'));
    const options = [
      'about:blank',
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      // A phone does not round letter widths to whole pixels, so a line holds as much in either font.
      '--font-render-hinting=none',
    ];
    const browser = spawn(findChromium()!, [...chromiumArguments, ...options], { stdio: 'ignore' });
    const [port, path] = await eventually(() => {
      const lines = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n');
      return lines.length > 1 ? lines : undefined;
    });
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    return new Phone(browser, folder, socket);
  }

  /** Opens a page with an empty cache and runs a function before its scripts. */
  async open(url: string, before: () => void): Promise<PhonePage> {
    const { browserContextId } = await this.send('Target.createBrowserContext');
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new PhonePage(this, sessionId as string, () =>
      this.send('Target.disposeBrowserContext', { browserContextId }),
    );
    await page.send('Emulation.setDeviceMetricsOverride', {
      width: 390,
      height: 844,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await page.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.send('Network.enable');
    await page.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1.6e6 / 8,
      uploadThroughput: 0.75e6 / 8,
    });
    await page.send('Page.enable');
    await page.send('Page.setLifecycleEventsEnabled', { enabled: true });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${before})()` });
    await page.goTo(url);
    return page;
  }

  async send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Message>();
    this.#answers.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await promise;
    this.#answers.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  watch(watcher: (message: Message) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async switchOff(): Promise<void> {
    const over = new Promise((resolve) => this.#process.once('exit', resolve));
    await this.send('Browser.close');
    await over;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class PhonePage {
  readonly #phone: Phone;
  readonly #sessionId: string;
  readonly close: () => Promise<unknown>;

  constructor(phone: Phone, sessionId: string, close: () => Promise<unknown>) {
    this.#phone = phone;
    this.#sessionId = sessionId;
    this.close = close;
  }

  send(method: string, params?: Params): Promise<Params> {
    return this.#phone.send(method, params, this.#sessionId);
  }

  /** Waits until nothing has been downloaded for half a second. */
  async goTo(url: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let loaderId: unknown;
    const idle = new Set<unknown>();
    const stop = this.#phone.watch(({ sessionId, method, params }) => {
      if (sessionId !== this.#sessionId || method !== 'Page.lifecycleEvent') return;
      if (params?.name === 'networkIdle') idle.add(params.loaderId);
      if (idle.has(loaderId)) resolve();
    });
    ({ loaderId } = await this.send('Page.navigate', { url }));
    if (idle.has(loaderId)) resolve();
    await promise;
    stop();
  }

  /** Runs the function in the page, where it cannot use outer variables. */
  async evaluate<Result>(run: () => Result): Promise<Awaited<Result>> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression: `(${run})()`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: Awaited<Result> }).value;
  }

  async pointAt(x: number, y: number): Promise<void> {
    await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  }
}
