import type { Environment } from '../contract.ts';
import { fileNameOf } from './file-name.ts';
import { type ApiRequest, queryText } from './request.ts';

export function javaCode(request: ApiRequest, { clientId, apiKey }: Environment): string {
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

/** An encoded address has nothing in it that Java's text would have to escape. */
const addressLines = ({ base, path, query }: ApiRequest) =>
  [base + path, ...queryText(query).split(/(?=&)/).filter(Boolean)]
    .map((part) => `"${part}"`)
    .join('\n        + ');
