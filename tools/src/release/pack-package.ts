import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../run-step.ts';

/** The output of `npm pack`: a file with the package in it. */
interface Packed {
  readonly tarball: string;
  /** The files in the package. */
  readonly paths: readonly string[];
}

/** Packs what is built, as a release does. Of the machine's settings npm gets none, and `folder` as its home. */
export async function packPackage(folder: string): Promise<Packed> {
  const words = ['pack', '--json', '--pack-destination', folder];
  const env = { PATH: process.env.PATH, HOME: folder };
  const { stdout } = await promisify(execFile)('npm', words, { cwd: ROOT, env });
  const [{ filename, files }] = JSON.parse(stdout);
  return {
    tarball: join(folder, filename),
    paths: files.map(({ path }: { readonly path: string }) => path),
  };
}
