import type { Operation } from './openapi-operation.ts';
import type { Schema } from './openapi-schema.ts';

type JsonAnswer = { content?: { 'application/json'?: { schema: Schema | { $ref: string } } } };

/** Gives every answer in JSON a name, so that generated clients have types that can be named. */
export function nameAnswers(operations: Operation[]): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const { operationId, responses } of operations) {
    const json = (responses['200'] as JsonAnswer).content?.['application/json'];
    if (!json || '$ref' in json.schema) continue;
    const name = `${operationId.replace(/^get/, '')}Answer`;
    schemas[name] = json.schema;
    json.schema = { $ref: `#/components/schemas/${name}` };
  }
  return schemas;
}
