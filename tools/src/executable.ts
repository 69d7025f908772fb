import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Whether a file is there and may be run. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of these programs on `PATH`, whole path. */
export async function findOnPath(names: readonly string[], Path = ''): Promise<string | undefined> {
  for (const folder of Path.split(delimiter).filter(Boolean)) {
    for (const name of names) {
      const path = join(folder, name);
      if (await isExecutable(path)) return path;
    }
  }
  return undefined;
}
