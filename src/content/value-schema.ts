interface ValueSchema {
  format?: string;
  pattern?: string;
}

const month = '(0[1-9]|1[0-2])';
const day = String.raw`(0[1-9]|[12]\d|3[01])`;
const hour = String.raw`([01]\d|2[0-3])`;
const rest = String.raw`(:[0-5]\d:[0-5]\d(Z|[+-]\d{2}:\d{2})?)?`;

/** What JSON Schema says of the formats that have a name. */
const valueSchemas: Record<string, ValueSchema> = {
  'date-time': { format: 'date-time' },
  date: { format: 'date' },
  /** The shorter forms are accepted as well; only date and hour count. */
  'date-hour': {
    pattern: `^(\\d{4}${month}${day}${hour}|\\d{4}-${month}-${day}T${hour}${rest})$`,
  },
};

export const valueSchemaOf = (format: string | undefined): ValueSchema | undefined =>
  valueSchemas[format ?? ''];
