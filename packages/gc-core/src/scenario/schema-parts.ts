/** A JSON Schema (draft 2020-12), as data. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Known to the compiler only. */
declare const value: unique symbol;
/** The schema of values of type `T`. The schemas below say of which type; of one written by hand, its place does. */
export type Form<T> = JsonSchema & { readonly [value]?: () => T };
/** The type of the values that fit a schema. */
export type Read<F> = F extends Form<infer T> ? T : never;

type Fields = Readonly<Record<string, JsonSchema>>;
type Both<R, O> = { readonly [K in keyof R]: Read<R[K]> } & {
  readonly [K in keyof O]?: Read<O[K]>;
};
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** A mapping with all of the first keys, some of the second, and no others. */
export const object = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
): Form<Flat<Both<R, O>>> => ({ ...open(required, optional), additionalProperties: false });
/** A mapping that may have other keys too. */
export const open = (required: Fields, optional: Fields): JsonSchema => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: true,
});
export const list = <T>(items: Form<T>): Form<readonly T[]> => ({ type: 'array', items });
/** One of these texts. */
export const oneOf = <T extends string>(...texts: readonly T[]): Form<T> => ({ enum: texts });
/** A definition of the same schema: `form`, under this name. */
export const ref = <T>(name: string, _form?: Form<T>): Form<T> => ({ $ref: `#/$defs/${name}` });
/** Any text. */
export const string: Form<string> = { type: 'string' };
/** A text that is not empty. */
export const word: Form<string> = { type: 'string', minLength: 1 };
/** True or false. */
export const boolean: Form<boolean> = { type: 'boolean' };
/** Any whole number. */
export const integer: Form<number> = { type: 'integer' };
/** A list of texts. */
export const strings: Form<readonly string[]> = list(string);
/** A whole number from 1 on; a larger one than this asks for hours. */
export const count: Form<number> = { type: 'integer', minimum: 1, maximum: 1_000_000 };
/** A text of this form, which the description says in words. */
export const pattern = (regex: string, description: string): Form<string> => ({
  type: 'string',
  pattern: regex,
  description,
});

const metadata = object(
  {
    name: pattern(
      '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$',
      'lower-case letters, digits, "-" and ".", for example owner-in-another-namespace',
    ),
  },
  { title: string, description: string, sources: strings },
);

/** The published schema of the files of a kind. */
export const file = <K extends string, T>(
  kind: K,
  title: string,
  spec: Form<T>,
  $defs: Fields,
): Form<{
  readonly apiVersion: 'gcscope.dev/v1';
  readonly kind: K;
  readonly metadata: Read<typeof metadata>;
  readonly spec: T;
}> => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `https://gcscope.dev/schemas/v1/${title.replace('gcscope ', '').replace(' ', '-')}.json`,
  title,
  type: 'object',
  properties: { apiVersion: { const: 'gcscope.dev/v1' }, kind: { const: kind }, metadata, spec },
  required: ['apiVersion', 'kind', 'metadata', 'spec'],
  additionalProperties: false,
  $defs,
});
