import type { FastifyInstance } from 'fastify';
import type { TrackPoint } from '../../src/pictures/sounding/legs.ts';
import type { SoundingRow } from '../../src/pictures/sounding/rows.ts';
import { createWeatherApp } from './weather-app.ts';

/** Reads the sandbox's balloons through its API. */
export class SandboxFlights {
  readonly #app: FastifyInstance;

  private constructor(app: FastifyInstance) {
    this.#app = app;
  }

  static async open(nowMs?: number): Promise<SandboxFlights> {
    return new SandboxFlights((await createWeatherApp(nowMs === undefined ? undefined : () => nowMs)).app);
  }

  async names(): Promise<string[]> {
    const { missions } = await this.#get<{ missions: { name: string }[] }>('missions.json');
    return missions.map(({ name }) => name);
  }

  async track(name: string): Promise<TrackPoint[]> {
    return (await this.#get<{ flight_data: TrackPoint[] }>(`missions/${name}/flight_data.json`)).flight_data;
  }

  /** Reads all pages in order of arrival. */
  async rows(name: string, minSeconds: number, maxSeconds: number): Promise<SoundingRow[]> {
    const rows: SoundingRow[] = [];
    const filter = `mission_id=${name}&min_time=${minSeconds}&max_time=${maxSeconds}&include_ids=true`;
    let since: string | undefined = '0';
    while (since !== undefined) {
      const text: string = await this.#getText(`observations.json?${filter}&since=${since}`);
      const page = JSON.parse(text) as { observations: SoundingRow[]; has_next_page: boolean };
      rows.push(...page.observations);
      // The value stays text, because a JavaScript number would lose its last digits.
      since = page.has_next_page ? /"next_since":(\d+)/.exec(text)?.[1] : undefined;
    }
    return rows;
  }

  close(): Promise<void> {
    return this.#app.close();
  }

  async #get<Answer>(path: string): Promise<Answer> {
    return JSON.parse(await this.#getText(path)) as Answer;
  }

  async #getText(path: string): Promise<string> {
    const answer = await this.#app.inject(`/api/v1/${path}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.body;
  }
}
