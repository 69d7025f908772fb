import { readFileSync } from 'node:fs';
import type { NodeRecord, OwnerReference, Snapshot } from '@gcscope/gc-core/wire';
import { CommandError, EXIT } from './exit-codes.ts';

/** Reads a snapshot as `/api/v1/snapshot` answers it; `-` is standard input. Throws `CommandError`. */
export function readSnapshotFile(path: string): Snapshot {
  const name = path === '-' ? 'standard input' : path;
  const snapshot = parse(readText(path, name), name);
  const nodes = field(snapshot, 'nodes');
  const kinds = field(field(snapshot, 'health'), 'kinds');
  const context = field(field(snapshot, 'cluster'), 'context');
  if (!Array.isArray(nodes) || !Array.isArray(kinds) || typeof context !== 'string') {
    throw faulty(
      `${name} is no snapshot of gcscope; save one with curl -o FILE …/api/v1/snapshot.`,
    );
  }
  const wrong = nodes.findIndex((node) => !isRecord(node));
  if (wrong >= 0) throw faulty(`${name}: nodes[${wrong}] is no record of an object.`);
  return snapshot as Snapshot;
}

function readText(path: string, name: string): string {
  try {
    // In one piece: asked for text, Node reads a file in small ones.
    return readFileSync(path === '-' ? 0 : path).toString();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'no permission' : String(error);
    throw faulty(`${name} cannot be read: ${why}.`);
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw faulty(`${name} is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

// Property by property: a snapshot has as many records as the cluster objects, and this is the first code that runs.
function isRecord(node: unknown): node is NodeRecord {
  if (typeof node !== 'object' || node === null) return false;
  const record = node as Record<keyof NodeRecord, unknown>;
  return (
    hasNames(record) &&
    typeof record.namespace === 'string' &&
    typeof record.virtual === 'boolean' &&
    typeof record.beingDeleted === 'boolean' &&
    typeof record.deletingDependents === 'boolean' &&
    Array.isArray(record.finalizers) &&
    record.finalizers.every((each) => typeof each === 'string') &&
    Array.isArray(record.owners) &&
    record.owners.every(hasNames)
  );
}

function hasNames(object: unknown): boolean {
  if (typeof object !== 'object' || object === null) return false;
  const { uid, apiVersion, kind, name } = object as Record<keyof OwnerReference, unknown>;
  return (
    typeof uid === 'string' &&
    typeof apiVersion === 'string' &&
    typeof kind === 'string' &&
    typeof name === 'string'
  );
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function faulty(message: string): CommandError {
  return new CommandError(EXIT.usage, message);
}
