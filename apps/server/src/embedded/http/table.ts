import { type ApiObject, type ApiResource, type Millis, parseTimestamp } from '@gcscope/gc-core';
import { formatAge } from '@gcscope/gc-core/wire';
import { partialObjectMetadata } from './representation.ts';
import { type Column, columnsOf } from './table-columns.ts';

/** How much of each object a row carries (`includeObject`). */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Parses the query parameter; absent means `Metadata`. */
export function parseIncludeObject(value: string | null): IncludeObject | undefined {
  if (value === null || value === '') return 'Metadata';
  return value === 'None' || value === 'Metadata' || value === 'Object' ? value : undefined;
}

function age(object: ApiObject, now: Millis): string {
  const created = parseTimestamp(object.metadata.creationTimestamp ?? '');
  return created === undefined ? '<unknown>' : formatAge(now - created);
}

function definition(name: string, type: string, format: string, priority: number): object {
  return { name, type, format, description: '', priority };
}

function rowObject(object: ApiObject, include: IncludeObject): object {
  if (include === 'None') return {};
  return { object: include === 'Object' ? object : partialObjectMetadata(object) };
}

/** Cells and column definitions of one kind. */
export class TablePrinter {
  readonly #columns: readonly Column[];
  readonly #include: IncludeObject;
  readonly #now: () => Millis;

  constructor(resource: ApiResource, include: IncludeObject, now: () => Millis) {
    this.#columns = columnsOf(resource);
    this.#include = include;
    this.#now = now;
  }

  /** The `Table` of some objects; a watch leaves the definitions out after its first event. */
  print(objects: readonly ApiObject[], metadata: object, withDefinitions = true): object {
    const columnDefinitions = [
      definition('Name', 'string', 'name', 0),
      ...this.#columns.map(({ name, type, priority }) => definition(name, type, '', priority)),
      definition('Age', 'string', '', 0),
    ];
    const rows = objects.map((object) => ({
      cells: [
        object.metadata.name,
        ...this.#columns.map(({ cell }) => cell(object)),
        age(object, this.#now()),
      ],
      ...rowObject(object, this.#include),
    }));
    return {
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata,
      columnDefinitions: withDefinitions ? columnDefinitions : [],
      rows,
    };
  }
}
