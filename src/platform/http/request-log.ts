import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Writes one line per request when its response ends or its client leaves. Fastify's own two lines contain the URL. The
 * line has the route's pattern instead of the path: a path is untrusted input, and may name an account or a key.
 */
export class RequestLog extends LogController {
  readonly #unlogged: string[];

  /** Requests below these paths have no line: gateways and probes send too many of them. */
  constructor(unlogged: string[]) {
    super();
    this.#unlogged = unlogged;
  }

  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    if (this.#unlogged.some((path) => request.url.startsWith(path))) return;
    const response = reply.raw;
    let isLogged = false;
    const write = () => {
      if (isLogged) return;
      isLogged = true;
      // A denial beyond the log limit has raised the level of its request, so that it has no line here either.
      request.log.info(
        {
          method: request.method,
          path: request.routeOptions.url ?? 'unknown',
          status: response.headersSent ? response.statusCode : null,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        response.writableEnded ? 'request completed' : 'request aborted',
      );
    };
    response.on('finish', write);
    // Without `finish` if the client has left.
    response.on('close', write);
  }

  override requestCompleted(): void {}

  /** Fastify would log the URL with its query. */
  override routeNotFound(): void {}
}
