import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseProfile, Scenario } from '@gcscope/gc-core';
import { stringify } from 'yaml';
import type { Mismatch } from './compare-worlds.ts';
import { simulateWorld } from './simulate-world.ts';
import { triedScenario } from './tried-scenario.ts';
import type { TriedWorld } from './tried-world.ts';
import { worldScenario } from './world-scenario.ts';

/** Writes a mismatch as a scenario file into the folder; returns its path. */
export async function keepMismatch(
  mismatch: Mismatch,
  release: ReleaseProfile,
  folder: string,
): Promise<string> {
  const { rules } = simulateWorld(mismatch.world, release, 0);
  return write(worldScenario(mismatch, release.release, rules), folder);
}

/** The same for a world in which a verdict or a forecast did not come true. */
export function keepTried(
  tried: TriedWorld,
  release: ReleaseProfile,
  folder: string,
): Promise<string> {
  return write(triedScenario(tried, release.release), folder);
}

async function write(scenario: Scenario, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${scenario.metadata.name}.yaml`);
  await writeFile(file, stringify(scenario, { aliasDuplicateObjects: false }));
  return file;
}
