import type { ApiRequest, CodeLanguage, Environment } from '../contract.ts';
import { codeInAll, fileNameOf, jsonText } from './code.ts';

/** The program runs as a module in Node.js. Without `process.env` it also runs in a browser, except for files. */
export function javascriptCode(request: ApiRequest, { clientId, apiKey }: Environment): string {
  const { base, path, query, isFile } = request;
  const search = query.map(
    ([name, value]) => `url.searchParams.set(${jsonText(name)}, ${jsonText(value)});\n`,
  );
  return `${isFile ? 'import { writeFile } from "node:fs/promises";\n\n' : ''}const url = new URL(${jsonText(base + path)});
${search.join('')}const credentials = btoa(\`\${process.env.${clientId}}:\${process.env.${apiKey}}\`);
const response = await fetch(url, {
  headers: { Authorization: \`Basic \${credentials}\` },
  signal: AbortSignal.timeout(300_000),
});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
${isFile ? download(fileNameOf(request)) : print(request)}`;
}

/** The body is written in chunks, because it may be larger than the memory. */
const download = (file: string) => `await writeFile("${file}", response.body);
console.log("Saved ${file}");
`;

const print = ({ hasLargeNumbers }: ApiRequest) =>
  `${hasLargeNumbers ? largeNumbers : 'const answer = await response.json();'}
console.log(JSON.stringify(answer, null, 2));
`;

const largeNumbers = `// next_since has too many digits for a number, so it becomes text.
const answer = JSON.parse(await response.text(), (name, value, { source }) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value);`;

export const codeWithJavaScript = (
  request: ApiRequest,
  environment: Environment,
): Partial<Record<CodeLanguage, string>> => ({
  ...codeInAll(request, environment),
  javascript: javascriptCode(request, environment),
});
