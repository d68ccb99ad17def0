import { type ApiRequest, type Environment, type Language, languages } from '../contract.ts';
import { queryText } from './request.ts';

/** /gridded/500/wind_u becomes wind_u_500.nc. */
export function fileNameOf({ path }: Pick<ApiRequest, 'path'>): string {
  const [, ...parts] = path.split('/').filter(Boolean);
  return `${
    parts
      .reverse()
      .join('_')
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, '-') || 'answer'
  }.nc`;
}

export function curlCode(request: ApiRequest, environment: Environment): string {
  if (!request.isFile) return command('curl -sS', request, environment, []);
  return command('curl -sSL', request, environment, [
    String.raw`-w "%{filename_effective}: %{size_download} bytes\n"`,
  ]);
}

/** The command also prints the header of the file. */
const netcdfCode = (request: ApiRequest, environment: Environment) =>
  `${command('curl -sSL', request, environment, [])}ncdump -h ${fileNameOf(request)}\n`;

/** Each parameter has its own line, so that no line is too long. */
function command(
  program: string,
  request: ApiRequest,
  { clientId, apiKey }: Environment,
  options: string[],
): string {
  const { base, path, query, isFile } = request;
  const address = shellWord(base + path, 'always');
  const lines = [
    `${program} --fail-with-body -u "$${clientId}:$${apiKey}"`,
    ...(isFile ? [`-o ${fileNameOf(request)}`] : []),
    ...options,
    query.length > 0 ? `-G ${address}` : address,
    ...query.map(([name, value]) => data(name, value)),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

/** `-d` is enough if the value needs no encoding. Otherwise curl encodes everything after the first `=`. */
const data = (name: string, value: string) =>
  `${/^[\w.~,;:-]*$/.test(value) ? '-d' : '--data-urlencode'} ${shellWord(`${name}=${value}`)}`;

function shellWord(text: string, quotes: 'always' | 'where needed' = 'where needed'): string {
  if (quotes === 'where needed' && /^[\w.,:=/+@%-]+$/.test(text)) return text;
  return /["$`\\!\r\n]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}

const pythonCode = (request: ApiRequest, environment: Environment) =>
  request.isFile ? downloadCode(request, environment) : jsonCode(request, environment);

const jsonCode = (request: ApiRequest, environment: Environment) => `import os

import requests

response = requests.get(
${argumentsOf(request, environment, 60)})
response.raise_for_status()
print(response.json())
`;

/** The file is read in chunks, because it may be larger than the memory. */
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
  const pairs = query.map(([name, value]) => `        ${jsonText(name)}: ${literal(value)},\n`).join('');
  return `    ${jsonText(base + path)},
${pairs && `    params={\n${pairs}    },\n`}    auth=(os.environ["${clientId}"], os.environ["${apiKey}"]),
    timeout=${timeoutSeconds},
`;
}

/** A number is written without quotes if Python sends it exactly as typed. */
const literal = (value: string) =>
  /^(0|-?[1-9]\d*|-?(0|[1-9]\d{0,9})\.\d{0,3}[1-9])$/.test(value) ? value : jsonText(value);

/** Python and JavaScript understand the escapes of JSON. */
export const jsonText = (value: string) => JSON.stringify(value.toWellFormed());

function javaCode(request: ApiRequest, { clientId, apiKey }: Environment): string {
  const { isFile } = request;
  const file = fileNameOf(request);
  const imports = [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse.BodyHandlers',
    ...(isFile ? ['java.nio.file.Files', 'java.nio.file.Path'] : []),
    'java.util.Base64',
  ];
  const [handler, body, print] = isFile
    ? ['ofFile(file)', 'Files.readString(file)', `"${file}: " + Files.size(file) + " bytes"`]
    : ['ofString()', 'response.body()', 'response.body()'];
  return `${imports.map((name) => `import ${name};`).join('\n')}

public class Main {
  public static void main(String[] args) throws Exception {
    var credentials = System.getenv("${clientId}") + ":" + System.getenv("${apiKey}");
${isFile ? `    var file = Path.of("${file}");\n` : ''}    var url = ${addressLines(request)};
    var request = HttpRequest.newBuilder(URI.create(url))
        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()))
        .build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.${handler});
    if (response.statusCode() != 200) {
      throw new IllegalStateException(response.statusCode() + " " + ${body});
    }
    System.out.println(${print});
  }
}
`;
}

/** An encoded address contains nothing that must be escaped in Java. */
const addressLines = ({ base, path, query }: ApiRequest) =>
  [base + path, ...queryText(query).split(/(?=&)/).filter(Boolean)]
    .map((part) => `"${part}"`)
    .join('\n        + ');

function rubyCode(request: ApiRequest, { clientId, apiKey }: Environment): string {
  const { base, path, query } = request;
  const pairs = query.map(([name, value]) => `  ${rubyText(name)} => ${rubyText(value)},\n`).join('');
  return `require "net/http"

uri = URI("${base + path}")
${pairs && `uri.query = URI.encode_www_form(\n${pairs})\n`}request = Net::HTTP::Get.new(uri)
request.basic_auth(ENV.fetch("${clientId}"), ENV.fetch("${apiKey}"))
${request.isFile ? download(fileNameOf(request)) : printed}`;
}

const start = 'Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https")';

const printed = `response = ${start} { |http| http.request(request) }
abort "#{response.code} #{response.body}" unless response.is_a?(Net::HTTPOK)
puts response.body
`;

const download = (file: string) => `${start} do |http|
  http.request(request) do |response|
    abort "#{response.code} #{response.read_body}" unless response.is_a?(Net::HTTPOK)
    File.open("${file}", "wb") { |file| response.read_body { |chunk| file.write(chunk) } }
  end
end
puts "${file}: #{File.size("${file}")} bytes"
`;

/** Ruby understands the escapes of JSON, but \`#\` before these characters would be code. */
const rubyText = (value: string) => jsonText(value).replaceAll(/#(?=[{$@])/g, '\\#');

const writers: Record<Language, (request: ApiRequest, environment: Environment) => string> = {
  curl: curlCode,
  python: pythonCode,
  java: javaCode,
  ruby: rubyCode,
  netcdf: netcdfCode,
};

/** The request as a complete program that reads the key from two environment variables. */
export const codeOf = (request: ApiRequest, language: Language, environment: Environment) =>
  writers[language](request, environment);

/** NetCDF is only for files. */
const languagesFor = ({ isFile }: Pick<ApiRequest, 'isFile'>): Language[] =>
  languages.filter((language) => isFile || language !== 'netcdf');

export function codeInAll(request: ApiRequest, environment: Environment): Partial<Record<Language, string>> {
  return Object.fromEntries(
    languagesFor(request).map((language) => [language, codeOf(request, language, environment)]),
  );
}
