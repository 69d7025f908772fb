import { field, isJsonMap, sameJson } from './json-value.ts';
import { PatchError } from './patch-error.ts';

/**
 * The target after a JSON patch (RFC 6902), as the API server applies it: `replace` of a field that is not there adds it,
 * an absent field reads as null, so does an absent value, and a negative index counts from the end. Throws `PatchError`
 * for an operation that cannot be done.
 */
export function jsonPatch(target: unknown, operations: readonly unknown[]): unknown {
  return operations.reduce(applyOperation, target);
}

function applyOperation(target: unknown, operation: unknown): unknown {
  if (!isJsonMap(operation)) throw new PatchError('each operation must be an object');
  const path = pointer(field(operation, 'path'), 'path');
  const value = field(operation, 'value') ?? null;
  const name = field(operation, 'op');
  switch (name) {
    case 'add':
      return edit(target, path, { type: 'add', value });
    case 'replace':
      return edit(target, path, { type: 'replace', value });
    case 'remove':
      return edit(target, path, { type: 'remove' });
    case 'test':
      if (sameJson(read(target, path), value)) return target;
      throw new PatchError(`testing value /${path.join('/')} failed`);
    case 'copy':
    case 'move': {
      const from = pointer(field(operation, 'from'), 'from');
      const moved = read(target, from);
      const rest = name === 'move' ? edit(target, from, { type: 'remove' }) : target;
      return edit(rest, path, { type: 'add', value: moved });
    }
    default:
      throw new PatchError(`unknown operation ${JSON.stringify(name)}`);
  }
}

type Edit =
  | { readonly type: 'add' | 'replace'; readonly value: unknown }
  | { readonly type: 'remove' };

function edit(target: unknown, path: readonly string[], change: Edit): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change.type === 'remove' ? undefined : change.value;
  if (Array.isArray(target)) return editList(target, key, rest, change);
  if (!isJsonMap(target)) throw new PatchError(`no such place: /${path.join('/')}`);
  const isLast = rest.length === 0;
  if (!Object.hasOwn(target, key) && !(isLast && change.type !== 'remove')) {
    throw new PatchError(`no such field: ${JSON.stringify(key)}`);
  }
  const entries = new Map(Object.entries(target));
  if (isLast && change.type === 'remove') entries.delete(key);
  else entries.set(key, edit(field(target, key), rest, change));
  return Object.fromEntries(entries);
}

function editList(
  list: readonly unknown[],
  key: string,
  rest: readonly string[],
  change: Edit,
): readonly unknown[] {
  const isInsertion = rest.length === 0 && change.type === 'add';
  const last = isInsertion ? list.length : list.length - 1;
  const index = indexIn(key, list.length, last);
  if (isInsertion) return list.toSpliced(index, 0, change.value);
  if (rest.length === 0 && change.type === 'remove') return list.toSpliced(index, 1);
  return list.with(index, edit(list[index], rest, change));
}

function indexIn(key: string, length: number, last: number): number {
  const number = key === '-' ? length : /^-?(?:0|[1-9]\d*)$/.test(key) ? Number(key) : Number.NaN;
  const index = number < 0 ? number + last + 1 : number;
  if (index >= 0 && index <= last) return index;
  throw new PatchError(`no such element: ${JSON.stringify(key)}`);
}

/** A last field that is not there is null. */
function read(target: unknown, path: readonly string[]): unknown {
  const last = path.at(-1);
  const container = path.slice(0, -1).reduce(step, target);
  if (last === undefined) return container;
  return isJsonMap(container) ? (field(container, last) ?? null) : step(container, last);
}

/** `Object.entries` lists the elements of a list and the fields of a map, and nothing that is inherited. */
function step(container: unknown, key: string): unknown {
  const isContainer = typeof container === 'object' && container !== null;
  const entry = Object.entries(isContainer ? container : {}).find(([name]) => name === key);
  if (!entry) throw new PatchError(`no such place: ${JSON.stringify(key)}`);
  return entry[1];
}

function pointer(text: unknown, called: string): readonly string[] {
  if (typeof text !== 'string' || (text !== '' && !text.startsWith('/'))) {
    throw new PatchError(`${called} must be a JSON pointer such as /metadata/finalizers`);
  }
  const parts = text.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
