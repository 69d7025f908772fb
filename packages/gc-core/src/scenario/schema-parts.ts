/** A JSON Schema (draft 2020-12), as data. */
export type JsonSchema = { readonly [key: string]: unknown };

/** A mapping with these keys and, unless said otherwise, no others. */
export const object = (
  properties: JsonSchema,
  required: readonly string[] = [],
  additionalProperties = false,
): JsonSchema => ({ type: 'object', properties, required, additionalProperties });
/** A list. */
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
/** A definition of the same schema. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
/** Any text. */
export const string: JsonSchema = { type: 'string' };
/** True or false. */
export const boolean: JsonSchema = { type: 'boolean' };
/** A list of texts. */
export const strings: JsonSchema = list(string);
/** A whole number from 1 on; a larger one than this asks for hours. */
export const count: JsonSchema = { type: 'integer', minimum: 1, maximum: 1_000_000 };
/** What every scenario file says of itself. */
export const metadata: JsonSchema = object(
  {
    name: {
      type: 'string',
      pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$',
      description:
        'lower-case letters, digits, "-" and ".", for example owner-in-another-namespace',
    },
    title: string,
    description: string,
    sources: strings,
  },
  ['name'],
);
