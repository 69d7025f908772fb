import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import {
  type NodeRecord,
  type PackedSnapshot,
  packedFault,
  type Release,
  type Uid,
  unpackNodes,
} from '@gcscope/gc-core/wire';
import { requireUtf8, whyUnreadable } from '../base/read-file.ts';
import type { ClusterRead } from './cluster-read.ts';
import { usageError } from './exit-codes.ts';

const HOW_TO_SAVE =
  'save one from a running gcscope: curl -o FILE http://127.0.0.1:7070/api/v1/snapshot';

/** Reads a snapshot as `/api/v1/snapshot` answers it; `-` is standard input. Throws `CommandError`. */
export function readSnapshotFile(path: string): PackedSnapshot {
  const name = path === '-' ? 'standard input' : path;
  const snapshot = parse(readText(path, name), name);
  if (field(snapshot, 'kind') === 'Graph') {
    throw usageError(
      `${name} is the graph of a view, without the kinds of the cluster; ${HOW_TO_SAVE}.`,
    );
  }
  const nodes = field(snapshot, 'nodes');
  const kinds = field(field(snapshot, 'health'), 'kinds');
  const context = field(field(snapshot, 'cluster'), 'context');
  const areKinds = Array.isArray(kinds) && kinds.every(isKindHealth);
  if (typeof nodes !== 'object' || !areKinds || typeof context !== 'string') {
    throw usageError(`${name} is not a gcscope snapshot; ${HOW_TO_SAVE}.`);
  }
  const fault = packedFault(nodes);
  if (fault !== undefined) throw usageError(`${name}: nodes.${fault}.`);
  return snapshot as PackedSnapshot;
}

/**
 * The cluster of a snapshot; `namespace` is that of objects that are named without one, `release` what its graph follows
 * instead of its own.
 */
export function snapshotRead(
  snapshot: PackedSnapshot,
  namespace = 'default',
  release?: Release,
): ClusterRead {
  let records: Map<Uid, NodeRecord> | undefined;
  return {
    context: snapshot.cluster.context,
    packed: snapshot.nodes,
    get records() {
      records ??= new Map(unpackNodes(snapshot.nodes).map((record) => [record.uid, record]));
      return records;
    },
    live: async () => {
      const { graphOfSnapshot } = await import('./snapshot-graph.ts');
      return graphOfSnapshot({ ...snapshot, nodes: unpackNodes(snapshot.nodes) }, release);
    },
    namespace,
  };
}

function isKindHealth(value: unknown): boolean {
  const texts = ['group', 'version', 'resource', 'kind', 'state'];
  return texts.every((key) => typeof field(value, key) === 'string');
}

function readText(path: string, name: string): string {
  try {
    // The bytes in one piece: as text, Node would read the file in small pieces.
    const bytes = readFileSync(path === '-' ? 0 : path);
    // ASCII is Latin-1 too, so nothing has to be decoded.
    if (isAscii(bytes)) return bytes.toString('latin1');
    requireUtf8(bytes);
    return bytes.toString('utf8');
  } catch (error) {
    throw usageError(`${name} cannot be read: ${whyUnreadable(error)}.`);
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usageError(
      `${name} is not a gcscope snapshot (${why.replaceAll(/\s+/g, ' ')}); ${HOW_TO_SAVE}.`,
    );
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
