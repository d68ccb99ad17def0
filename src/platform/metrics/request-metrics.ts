import type { FastifyInstance } from 'fastify';
import { Histogram } from './histogram.ts';
import type { Metric } from './metric.ts';

interface Surface {
  took: Histogram;
  /** By the first digit of the status. */
  answers: number[];
}

/** Every answer by the part of the portal that gave it: how many, how they ended, how long they took. */
export class RequestMetrics {
  readonly #surfaces = new Map<string, Surface>();

  observe(name: string, status: number, seconds: number): void {
    let surface = this.#surfaces.get(name);
    if (!surface) {
      surface = { took: new Histogram(), answers: Array<number>(6).fill(0) };
      this.#surfaces.set(name, surface);
    }
    surface.took.observe(seconds);
    const digit = Math.floor(status / 100);
    surface.answers[digit] = (surface.answers[digit] ?? 0) + 1;
  }

  /** What the framework answers; who answers before it observes by itself. */
  watch(server: FastifyInstance, surfaceOf: (url: string) => string): void {
    server.addHook('onResponse', (request, reply, done) => {
      this.observe(surfaceOf(request.raw.url!), reply.statusCode, reply.elapsedTime / 1000);
      done();
    });
  }

  read(): Metric[] {
    const all = [...this.#surfaces];
    return [
      {
        name: 'portal_requests_total',
        type: 'counter',
        help: 'Answers by part of the portal and kind of status.',
        samples: all.flatMap(([surface, { answers }]) =>
          answers.flatMap((value, digit) =>
            value > 0 ? [{ labels: { surface, status: `${digit}xx` }, value }] : [],
          ),
        ),
      },
      {
        name: 'portal_request_seconds',
        type: 'histogram',
        help: 'Time from the request to the last byte of its answer.',
        samples: all.flatMap(([surface, { took }]) => took.samples({ surface })),
      },
    ];
  }
}
