import { readFileSync } from 'node:fs';
import { createWorld, DEFAULT_RELEASE, RELEASES, ScenarioError } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { systemClock } from '../embedded/clock.ts';
import { startApiHttpServer } from '../embedded/http/api-http-server.ts';
import { readScenario } from '../scenario-files/read-scenario.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/** How often the simulated clock follows the real one. */
const TICK: Millis = 250;

/**
 * Serves the objects of a scenario file as a cluster with its collector at work; the steps of the file are not played.
 * Throws `CommandError` when the file is invalid.
 */
export async function startEmbeddedScenario(
  file: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const simulation = readWorld(file);
  const http = await startApiHttpServer({ apiServer: simulation.apiServer, clock: systemClock });
  let last = systemClock.now();
  let cancel = (): void => {};
  const tick = (): void => {
    const now = systemClock.now();
    simulation.advance(now - last);
    last = now;
    cancel = systemClock.after(TICK, tick);
  };
  tick();
  return {
    url: http.url,
    close: async () => {
      cancel();
      await http.close();
    },
  };
}

function readWorld(file: string): ReturnType<typeof createWorld>['simulation'] {
  const read = readScenario(readText(file));
  if ('errors' in read) {
    const [first] = read.errors;
    throw faulty(
      `${file}:${first?.line ?? 1} ${first?.path ?? ''}: ${first?.message ?? 'invalid'}`,
    );
  }
  try {
    return createWorld(read.scenario, RELEASES[DEFAULT_RELEASE]).simulation;
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { line, path } = read.locate(error.path);
    throw faulty(`${file}:${line} ${path}: ${error.message}`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw faulty(`The scenario file ${file} cannot be read.`);
  }
}

function faulty(message: string): CommandError {
  return new CommandError(EXIT.usage, message);
}
