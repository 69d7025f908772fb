import { readFileSync } from 'node:fs';
import type { NodeRecord, Snapshot } from '@gcscope/gc-core/wire';
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
    return readFileSync(path === '-' ? 0 : path, 'utf8');
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

function isRecord(node: unknown): node is NodeRecord {
  const texts = ['uid', 'apiVersion', 'kind', 'namespace', 'name'];
  const flags = ['virtual', 'beingDeleted', 'deletingDependents'];
  const owners = field(node, 'owners');
  const finalizers = field(node, 'finalizers');
  return (
    texts.every((key) => typeof field(node, key) === 'string') &&
    flags.every((key) => typeof field(node, key) === 'boolean') &&
    Array.isArray(finalizers) &&
    finalizers.every((each) => typeof each === 'string') &&
    Array.isArray(owners) &&
    owners.every((owner) =>
      texts.every((key) => key === 'namespace' || typeof field(owner, key) === 'string'),
    )
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
