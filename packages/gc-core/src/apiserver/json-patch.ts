import { field, isJsonMap, sameJson } from './json-value.ts';

/** A patch that cannot be applied; the message says why. Thrown by the patch functions, caught by `applyPatch`. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
}

/** One operation as it was sent; what is not there is absent. */
export interface JsonPatchOperation {
  readonly op?: string;
  readonly path?: string;
  readonly from?: string;
  readonly value?: unknown;
}

/**
 * The target after a JSON patch (RFC 6902), as the API server applies it: `replace` of a field that is not there adds it,
 * an absent field reads as null, so does an absent value; an index may have a sign and leading zeros, a negative one counts
 * from the end. Throws `PatchError` for an operation that cannot be done.
 */
export function jsonPatch(target: unknown, operations: readonly JsonPatchOperation[]): unknown {
  return operations.reduce(applyOperation, target);
}

function applyOperation(target: unknown, operation: JsonPatchOperation): unknown {
  const { op, value = null } = operation;
  const path = pointer(operation.path);
  switch (op) {
    case 'add':
      return edit(target, within(path), { type: 'add', value });
    case 'replace':
      return path.length === 0 ? value : edit(target, path, { type: 'replace', value });
    case 'remove':
      return edit(target, within(path), { type: 'remove' });
    case 'test':
      if (sameJson(read(target, path), value)) return target;
      throw new PatchError(`testing value /${path.join('/')} failed`);
    case 'copy':
    case 'move': {
      const from = pointer(operation.from);
      const moved = read(target, from);
      const rest = op === 'move' ? edit(target, from, { type: 'remove' }) : target;
      return edit(rest, within(path), { type: 'add', value: moved });
    }
    default:
      throw new PatchError(`unknown operation ${JSON.stringify(op)}`);
  }
}

type Edit =
  | { readonly type: 'add' | 'replace'; readonly value: unknown }
  | { readonly type: 'remove' };

/** Only `replace` takes the whole document. */
function within(path: readonly string[]): readonly string[] {
  if (path.length > 0) return path;
  throw new PatchError('the whole document can only be replaced');
}

function edit(target: unknown, path: readonly string[], change: Edit): unknown {
  const [key = '', ...rest] = path;
  if (Array.isArray(target)) return editList(target, key, rest, change);
  if (!isJsonMap(target)) throw new PatchError(`no such place: /${path.join('/')}`);
  const isLast = rest.length === 0;
  if (!Object.hasOwn(target, key) && !(isLast && change.type !== 'remove')) {
    throw new PatchError(`no such field: ${JSON.stringify(key)}`);
  }
  const entries = new Map(Object.entries(target));
  if (!isLast) entries.set(key, edit(field(target, key), rest, change));
  else if (change.type === 'remove') entries.delete(key);
  else entries.set(key, change.value);
  return Object.fromEntries(entries);
}

function editList(
  list: readonly unknown[],
  key: string,
  rest: readonly string[],
  change: Edit,
): readonly unknown[] {
  if (rest.length === 0 && change.type === 'add') {
    return list.toSpliced(key === '-' ? list.length : indexIn(key, list.length), 0, change.value);
  }
  const index = indexIn(key, list.length - 1);
  if (rest.length > 0) return list.with(index, edit(list[index], rest, change));
  return change.type === 'remove' ? list.toSpliced(index, 1) : list.with(index, change.value);
}

function indexIn(key: string, last: number): number {
  const number = /^[-+]?\d+$/.test(key) ? Number(key) : Number.NaN;
  const index = number < 0 ? number + last + 1 : number;
  if (index >= 0 && index <= last) return index;
  throw new PatchError(`no such element: ${JSON.stringify(key)}`);
}

/** A last field that is not there is null. */
function read(target: unknown, path: readonly string[]): unknown {
  const [last = ''] = within(path).slice(-1);
  const container = path.slice(0, -1).reduce(step, target);
  return isJsonMap(container) ? (field(container, last) ?? null) : step(container, last);
}

function step(container: unknown, key: string): unknown {
  if (Array.isArray(container)) return container[indexIn(key, container.length - 1)];
  if (isJsonMap(container) && Object.hasOwn(container, key)) return container[key];
  throw new PatchError(`no such place: ${JSON.stringify(key)}`);
}

/** The keys of a JSON pointer. Text before its first slash is ignored. */
function pointer(text: string | undefined): readonly string[] {
  const parts = text?.split('/').slice(1) ?? [];
  if (text !== '' && parts.length === 0) throw new PatchError(`no such place: ${text}`);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
