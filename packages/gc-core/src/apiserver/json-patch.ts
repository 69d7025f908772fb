import { field, isJsonMap, sameJson } from './json-value.ts';
import { PatchError } from './patch-error.ts';

/** The target after a JSON patch (RFC 6902). Throws `PatchError` for an operation that cannot be done. */
export function jsonPatch(target: unknown, operations: readonly unknown[]): unknown {
  return operations.reduce(applyOperation, target);
}

function applyOperation(target: unknown, operation: unknown): unknown {
  if (!isJsonMap(operation)) throw new PatchError('each operation must be an object');
  const path = pointer(field(operation, 'path'), 'path');
  const value = field(operation, 'value');
  const name = field(operation, 'op');
  switch (name) {
    case 'add':
      return edit(target, path, { type: 'add', value: required(value) });
    case 'replace':
      return edit(target, path, { type: 'replace', value: required(value) });
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
  if (!Object.hasOwn(target, key) && !(isLast && change.type === 'add')) {
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
  const index = key === '-' ? list.length : Number(key);
  const last = isInsertion ? list.length : list.length - 1;
  if (!(key === '-' || /^(?:0|[1-9]\d*)$/.test(key)) || index > last) {
    throw new PatchError(`no such element: ${JSON.stringify(key)}`);
  }
  if (isInsertion) return list.toSpliced(index, 0, change.value);
  if (rest.length === 0 && change.type === 'remove') return list.toSpliced(index, 1);
  return list.with(index, edit(list[index], rest, change));
}

function read(target: unknown, path: readonly string[]): unknown {
  return path.reduce(step, target);
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

function required(value: unknown): unknown {
  if (value === undefined) throw new PatchError('the operation needs a value');
  return value;
}
