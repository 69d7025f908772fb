import { isAscii } from 'node:buffer';
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
  const wrong = firstWrong(nodes);
  if (wrong >= 0) throw faulty(`${name}: nodes[${wrong}] is no record of an object.`);
  return snapshot as Snapshot;
}

function readText(path: string, name: string): string {
  try {
    // In one piece: asked for text, Node reads a file in small ones.
    const bytes = readFileSync(path === '-' ? 0 : path);
    // A byte is a letter in both, and nothing has to be decoded.
    return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
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

// Property by property and without closures: there are as many records as the cluster has objects, and nothing is warm yet.
function firstWrong(nodes: readonly unknown[]): number {
  for (let at = 0; at < nodes.length; at++) if (!isRecord(nodes[at])) return at;
  return -1;
}

function isRecord(node: unknown): node is NodeRecord {
  if (!hasNames(node)) return false;
  const { namespace, virtual, beingDeleted, deletingDependents, finalizers, owners } = node;
  if (typeof namespace !== 'string' || typeof virtual !== 'boolean') return false;
  if (typeof beingDeleted !== 'boolean' || typeof deletingDependents !== 'boolean') return false;
  if (!Array.isArray(finalizers) || !Array.isArray(owners)) return false;
  for (let at = 0; at < owners.length; at++) if (!hasNames(owners[at])) return false;
  return finalizers.length === 0 || finalizers.every((each) => typeof each === 'string');
}

function hasNames(object: unknown): object is Record<keyof NodeRecord, unknown> {
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
