import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import type { LaunchOptions } from '@playwright/test';
import { extract } from 'tar-fs';
import { findOnPath, isExecutable } from './executable.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
const NAMES_ON_PATH = [
  'chromium',
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
];
// Only Open Sans is in the package; without a font, text is 0 px wide.
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">open-sans</dir></fontconfig>
`;

/** Facts that decide which browser is taken. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly arch: string;
}

/**
 * Playwright launch options for a Chromium that is there: `GCSCOPE_CHROMIUM`, else the packaged one
 * (Linux x64, so that every machine draws the same pixels), else one on PATH.
 * Throws an error that says what to do when there is none.
 */
export async function chromiumLaunch(machine: Machine = process): Promise<LaunchOptions> {
  const named = machine.env.GCSCOPE_CHROMIUM;
  if (named) {
    if (await isExecutable(named)) return { executablePath: named };
    throw new Error(
      `GCSCOPE_CHROMIUM is ${named}, which is not an executable file; name a Chromium.`,
    );
  }
  if (machine.platform === 'linux' && machine.arch === 'x64') {
    const home = await unpackedChromium(CACHE);
    return {
      executablePath: join(home, 'chromium'),
      env: {
        ...definedEntries(machine.env),
        LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
        FONTCONFIG_PATH: home,
      },
    };
  }
  const found = await findOnPath(NAMES_ON_PATH, machine.env.PATH);
  if (found !== undefined) return { executablePath: found };
  throw new Error(
    `No browser for tests: install one of ${NAMES_ON_PATH.join(', ')}, or set GCSCOPE_CHROMIUM to the path of a Chromium.`,
  );
}

/**
 * The folder under `cache` that holds the packaged Chromium of the installed version, its libraries
 * and a font; unpacked (about 1.5 s, 211 MB) when it is not there. Safe for several processes.
 */
async function unpackedChromium(cache: string): Promise<string> {
  // Not import.meta.resolve: it looks from the wrong folder when a bundled config file calls this.
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const archives = join(dirname(entry), '../bin');
  const manifest: unknown = JSON.parse(await readFile(join(archives, '../package.json'), 'utf8'));
  const { version } = manifest as { version: string };
  const home = join(cache, `chromium-${version}`);
  if (await isExecutable(join(home, 'chromium'))) return home;

  // Unpacked aside and renamed at the end: the second process throws its copy away.
  const draft = `${home}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await Promise.all([
    unpack(
      join(archives, 'chromium.br'),
      createWriteStream(join(draft, 'chromium'), { mode: 0o755 }),
    ),
    unpack(join(archives, 'swiftshader.tar.br'), extract(draft)),
    unpack(join(archives, 'al2023.tar.br'), extract(join(draft, 'al2023'))),
    unpack(join(archives, 'fonts.tar.br'), extract(join(draft, 'open-sans'))),
    writeFile(join(draft, 'fonts.conf'), FONTS_CONF),
  ]);
  try {
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isExecutable(join(home, 'chromium')))) throw error;
  }
  return home;
}

async function unpack(archive: string, target: NodeJS.WritableStream): Promise<void> {
  await pipeline(createReadStream(archive), createBrotliDecompress(), target);
}

function definedEntries(env: Machine['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
