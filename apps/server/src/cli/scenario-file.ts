import { readTextFile, whyUnreadable } from '../file-fault.ts';
import { type ReadScenario, readScenario } from '../scenario-files/read-scenario.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/** Reads the scenario whose objects an embedded cluster is to hold. Throws `CommandError` for a faulty file. */
export function readScenarioFile(file: string): ReadScenario {
  const read = readScenario(readText(file));
  if (!('errors' in read)) return read;
  const [first] = read.errors;
  throw faultyScenario(
    file,
    first?.line ?? 1,
    first?.path ?? '',
    first?.message ?? 'It is faulty.',
  );
}

/** The one sentence about a faulty place of a scenario file. */
export function faultyScenario(
  file: string,
  line: number,
  path: string,
  message: string,
): CommandError {
  const place = path === '' ? '' : ` ${path}`;
  return new CommandError(EXIT.usage, `${file}:${line}${place}: ${message}`);
}

function readText(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    const why = whyUnreadable(error);
    throw new CommandError(EXIT.usage, `The scenario file ${file} cannot be read: ${why}.`);
  }
}
