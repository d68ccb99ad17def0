import type { Environment } from '../contract.ts';
import { fileNameOf } from './file-name.ts';
import type { ApiRequest } from './request.ts';

export function rubyCode(request: ApiRequest, { clientId, apiKey }: Environment): string {
  const { base, path, query } = request;
  const pairs = query.map(([name, value]) => `  ${text(name)} => ${text(value)},\n`).join('');
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

/** As JSON writes it, but \`#\` before these is code to Ruby. */
const text = (value: string) => JSON.stringify(value.toWellFormed()).replaceAll(/#(?=[{$@])/g, '\\#');
