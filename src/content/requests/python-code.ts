import type { Environment } from '../contract.ts';
import { fileNameOf } from './file-name.ts';
import type { ApiRequest } from './request.ts';

export const pythonCode = (request: ApiRequest, environment: Environment) =>
  request.isFile ? downloadCode(request, environment) : jsonCode(request, environment);

const jsonCode = (request: ApiRequest, environment: Environment) => `import os

import requests

response = requests.get(
${argumentsOf(request, environment, 60)})
response.raise_for_status()
print(response.json())
`;

/** In pieces: a file may be larger than the memory. */
function downloadCode(request: ApiRequest, environment: Environment): string {
  const file = fileNameOf(request);
  return `import os

import requests

with requests.get(
${argumentsOf(request, environment, 600)}    stream=True,
) as response:
    response.raise_for_status()
    with open("${file}", "wb") as file:
        for chunk in response.iter_content(1 << 20):
            file.write(chunk)
print("${file}:", os.path.getsize("${file}"), "bytes")
`;
}

function argumentsOf(
  { base, path, query }: ApiRequest,
  { clientId, apiKey }: Environment,
  timeoutSeconds: number,
): string {
  const pairs = query.map(([name, value]) => `        ${text(name)}: ${literal(value)},\n`).join('');
  return `    ${text(base + path)},
${pairs && `    params={\n${pairs}    },\n`}    auth=(os.environ["${clientId}"], os.environ["${apiKey}"]),
    timeout=${timeoutSeconds},
`;
}

/** A number where Python writes it into the address as it was typed. */
const literal = (value: string) =>
  /^(0|-?[1-9]\d*|-?(0|[1-9]\d{0,9})\.\d{0,3}[1-9])$/.test(value) ? value : text(value);

/** What JSON escapes Python reads. */
const text = (value: string) => JSON.stringify(value.toWellFormed());
