import type { ApiRequest, CodeLanguage, Environment } from '../contract.ts';
import { codeInAll, fileNameOf } from './code.ts';

/** The program runs as a module in Node.js. Without `process.env` it also runs in a browser, except for files. */
export function javascriptCode(request: ApiRequest, { clientId, apiKey }: Environment): string {
  const { base, path, query, isFile } = request;
  const pairs = query.map(([name, value]) => `  ${keyText(name)}: ${text(value)},\n`).join('');
  const search = pairs && `url.search = new URLSearchParams({\n${pairs}}).toString();\n`;
  return `${isFile ? 'import { stat, writeFile } from "node:fs/promises";\n\n' : ''}const url = new URL(${text(base + path)});
${search}const credentials = btoa(\`\${process.env.${clientId}}:\${process.env.${apiKey}}\`);
const response = await fetch(url, {
  headers: { Authorization: \`Basic \${credentials}\` },
  signal: AbortSignal.timeout(${isFile ? '600_000' : '60_000'}),
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
${isFile ? download(fileNameOf(request)) : print(request)}`;
}

/** The body is written in chunks, because it may be larger than the memory. */
const download = (file: string) => `await writeFile("${file}", response.body);
console.log("${file}:", (await stat("${file}")).size, "bytes");
`;

const print = ({ hasLargeNumbers }: ApiRequest) =>
  hasLargeNumbers
    ? `// Whole numbers with too many digits for a JavaScript number, such as next_since, become text.
const answer = JSON.parse(await response.text(), (name, value, { source }) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value);
console.log(JSON.stringify(answer, null, 2));
`
    : `const answer = await response.json();
console.log(JSON.stringify(answer, null, 2));
`;

/** JavaScript understands JSON. */
const text = (value: string) => JSON.stringify(value.toWellFormed());

const keyText = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : text(name));

export const codeWithJavaScript = (
  request: ApiRequest,
  environment: Environment,
): Partial<Record<CodeLanguage, string>> => ({
  ...codeInAll(request, environment),
  javascript: javascriptCode(request, environment),
});
