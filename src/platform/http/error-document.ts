import type { PublicError } from '../errors.ts';

/** A page for errors that happen outside the browser app. The alert is also what the sign-in dialog reads. */
export function errorDocument({ status, code, message: sentence }: PublicError): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status} · ${escapeHtml(sentence)}</title>
<style>${plainPageStyle}</style>
</head>
<body><main>
<p class="quiet">${status}</p>
<h1 role="alert" data-code="${escapeHtml(code)}">${escapeHtml(sentence)}</h1>
<p><a href="/docs">Go to the documentation</a></p>
</main></body>
</html>
`;
}

const plainPageStyle =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0;padding:12vh 24px}' +
  'main{max-width:640px;margin:0 auto}h1{font-size:24px;line-height:1.3}.quiet{opacity:.7}a{color:LinkText}';

export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
