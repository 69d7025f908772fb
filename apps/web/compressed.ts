import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg)$/;
/** What fits into one packet anyway. */
const SMALL = 1400;
/** The highest costs four times as much and saves a fiftieth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const [withBrotli, withGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes `.br` and `.gz` beside each text of the build, for the server to send as they are. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: async ({ dir = '' }) => {
      const names = await readdir(dir, { recursive: true });
      for (const name of names.filter((each) => TEXT.test(each))) {
        const path = join(dir, name);
        const text = await readFile(path);
        if (text.length <= SMALL) continue;
        await writeFile(`${path}.br`, await withBrotli(text, BROTLI));
        await writeFile(`${path}.gz`, await withGzip(text));
      }
    },
  };
}
