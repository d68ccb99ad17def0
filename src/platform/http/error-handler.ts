import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../database.ts';
import { PublicError, unavailable } from '../errors.ts';
import { recordRefusal } from '../log.ts';

/** Sends an error in the format of a scope: HTML, JSON, or the documented API's JSON. */
export type ErrorForm = (error: PublicError, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Every error of a scope becomes a response here and nowhere else. */
export function handleErrors(scope: FastifyInstance, form: ErrorForm): void {
  scope.setErrorHandler((error: FastifyError | PublicError, request, reply) => {
    const shown = toPublicError(error, request);
    if (shown.status === 403 || shown.status === 429) recordRefusal(request, 'request', shown);
    reply.code(shown.status).headers({ 'Cache-Control': 'no-store', ...shown.headers });
    return form(shown, request, reply);
  });
}

/** HTML for a person who opened a page, JSON for everyone else. */
export const htmlOrJson: ErrorForm = (error, request, reply) =>
  wantsHtml(request) ? asHtml(error, request, reply) : asJson(error, request, reply);

export const asJson: ErrorForm = (error, _request, reply) =>
  reply.send({ success: false, code: error.code, error: error.message, errors: error.messages });

export const asHtml: ErrorForm = (error, _request, reply) =>
  reply.type('text/html; charset=utf-8').send(errorDocument(error));

/** The documented API's errors have these two fields only. */
export const asApiJson: ErrorForm = (error, _request, reply) =>
  reply.send({ error: error.message, success: false });

export const wantsHtml = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  /\btext\/html\b/.test(request.headers.accept ?? '');

function toPublicError(error: FastifyError | PublicError, request: FastifyRequest): PublicError {
  if (error instanceof PublicError) return error;
  if (isDatabaseUnavailable(error)) {
    request.log.error({ err: error }, 'database unavailable');
    return unavailable();
  }
  const status = error.statusCode ?? 500;
  if (status < 500)
    return new PublicError(status, sentences[status] ?? 'The request could not be understood.');
  request.log.error({ err: error }, 'unexpected error');
  return new PublicError(
    500,
    `Something went wrong on our side. If it happens again, contact us with this request ID: ${request.id}`,
  );
}

/** These replace the parser's own messages, which can repeat parts of the request. */
const sentences: Record<number, string> = {
  400: 'The request could not be read. Is the body valid JSON?',
  404: 'Not found',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The URL is too long.',
  415: 'This endpoint does not accept that content type.',
  431: 'The request headers are too large.',
};

/** A page for errors outside the browser app. The sign-in dialog reads the alert and its code. */
export function errorDocument({ status, code, message }: PublicError): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status} · ${escapeHtml(message)}</title>
<style>${pageStyle}</style>
</head>
<body><main>
<p class="quiet">${status}</p>
<h1 role="alert" data-code="${escapeHtml(code)}">${escapeHtml(message)}</h1>
<p><a href="/docs">Go to the documentation</a></p>
</main></body>
</html>
`;
}

const pageStyle =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0;padding:12vh 24px}' +
  'main{max-width:640px;margin:0 auto}h1{font-size:24px;line-height:1.3}.quiet{opacity:.7}a{color:LinkText}';

export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
