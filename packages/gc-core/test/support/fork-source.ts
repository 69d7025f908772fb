import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { PlaybackSource } from '../../src/player/play.ts';
import { worldTable } from './arbitrary-world.ts';

/** A fork of these objects, in which one of them is to be deleted. */
export function forkSource(objects: readonly ApiObject[], victim: number): PlaybackSource {
  const uid = objects[victim % objects.length]?.metadata.uid ?? '';
  const { resources } = worldTable;
  const known = { objects, resources, unserved: [], atWork: [], guarded: [], assumptions: [] };
  const fork = { id: 'f', uid, now: 0, ...known };
  return { type: 'fork', fork };
}
