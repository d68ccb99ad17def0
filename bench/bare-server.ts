import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The floor is Node's own server with the same bytes. Arguments: port, file, headers as JSON. */
const [port, file, headers] = process.argv.slice(2);
const body = readFileSync(file!);
const fields = JSON.parse(headers!) as Record<string, string>;

createServer((_request, response) => {
  response.writeHead(200, { ...fields, 'Content-Length': body.length });
  response.end(body);
}).listen(Number(port), '127.0.0.1');
