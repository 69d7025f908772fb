import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Node has this function only for programs that ask for it. */
export const collectGarbage = runInNewContext('gc') as () => void;

const MEGABYTE = 1024 * 1024;

/** What the heap of this process holds after its garbage is collected. */
export function usedMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / MEGABYTE;
}
