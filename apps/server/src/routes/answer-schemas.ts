import { fileURLToPath } from 'node:url';

/** JSON schemas by the names of their types. */
export type AnswerSchemas = Readonly<Record<string, unknown>>;

let schemas: Promise<AnswerSchemas> | undefined;

/**
 * The schemas of `Answers` and of all types in them, made from the TypeScript sources with their comments. The built program
 * holds the result: vite.config.ts puts it in the place of this module.
 */
export function answerSchemas(): Promise<AnswerSchemas> {
  schemas ??= generate();
  return schemas;
}

async function generate(): Promise<AnswerSchemas> {
  const { AnyType, createFormatter, DEFAULT_CONFIG, createParser, createProgram, SchemaGenerator } =
    await import('ts-json-schema-generator');
  const config = {
    ...DEFAULT_CONFIG,
    path: fileURLToPath(new URL('answers.ts', import.meta.url)),
    tsconfig: fileURLToPath(new URL('../../../../tsconfig.json', import.meta.url)),
    skipTypeCheck: true,
    additionalProperties: true,
    topRef: false,
  };
  const program = createProgram(config);
  const parser = createParser(program, config, (parsers) =>
    parsers.addNodeParser({ supportsNode: isReadForm, createType: () => new AnyType() }),
  );
  const generator = new SchemaGenerator(program, parser, createFormatter(config), config);
  const { definitions } = generator.createSchema('Answers');
  const text = JSON.stringify(definitions).replaceAll('#/definitions/', '#/components/schemas/');
  return JSON.parse(text, (_, value: unknown) => (isTuple(value) ? asTuple(value) : value));
}

/** Whether a type is inferred from a schema: the application says that schema itself. */
function isReadForm(node: object): boolean {
  return 'typeName' in node && (node.typeName as { getText(): string }).getText() === 'Read';
}

/** An array of fixed length, as JSON Schema said it before 2020. */
interface Tuple {
  readonly items: readonly unknown[];
}

function isTuple(value: unknown): value is Tuple {
  return (
    typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
  );
}

function asTuple({ items, ...schema }: Tuple): object {
  return { ...schema, prefixItems: items };
}
