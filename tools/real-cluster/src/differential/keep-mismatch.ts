import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseProfile } from '@gcscope/gc-core';
import { stringify } from 'yaml';
import type { Mismatch } from './compare-worlds.ts';
import { simulateWorld } from './simulate-world.ts';
import { worldScenario } from './world-scenario.ts';

/** Writes a mismatch as a scenario file into the folder; returns its path. */
export async function keepMismatch(
  mismatch: Mismatch,
  release: ReleaseProfile,
  folder: string,
): Promise<string> {
  const { rules } = simulateWorld(mismatch.world, release, 0);
  const scenario = worldScenario(mismatch, release.release, rules);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${scenario.metadata.name}.yaml`);
  await writeFile(file, stringify(scenario, { aliasDuplicateObjects: false }));
  return file;
}
