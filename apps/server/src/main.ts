import { existsSync, fstatSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { describeUnwritten, EXIT } from './cli/exit-codes.ts';
import { runProgram } from './cli/program.ts';
import type { Terminal } from './cli/terminal.ts';
import { sealPrototypes } from './seal-prototypes.ts';

sealPrototypes();

/** Beside the bundle, or from the sources of a checkout. */
const WEB_ROOTS = ['../web', '../../../dist/web'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const stop = new AbortController();
const webRoot = WEB_ROOTS.find((folder) => existsSync(folder));
// To a file at once, as streams take longer to load than a picture to write.
const toFile = fstatSync(1).isFile();
const terminal: Terminal = {
  env: process.env,
  out: (text) => {
    if (toFile) writeFileSync(1, text);
    else process.stdout.write(text);
  },
  err: complain,
  // Asked for when it is needed: standard error is a stream, too.
  progress: (text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  },
  stop: stop.signal,
  webRoot,
};

if (!toFile) {
  process.stdout.on('error', (error) => {
    terminal.err(`${describeUnwritten(error)}\n`);
    process.exit(EXIT.unwritten);
  });
}

// Node writes its warnings to standard error.
process.prependListener('warning', surviveErrors);

const ended = runProgram(process.argv.slice(2), terminal);
const grace = closeWithGrace({ delay: 10_000, logger: false }, async ({ err }) => {
  if (err) terminal.err(`gcscope failed: ${err.stack ?? err.message}\n`);
  stop.abort();
  const exitCode = await ended;
  // Otherwise it would be 0, also for what was interrupted and not answered.
  if (!err && exitCode !== 0) process.exit(exitCode);
});
void ended.then((exitCode) => {
  grace.uninstall();
  process.exitCode = exitCode;
  // All output is written; freeing a large heap before the end would only take time.
  if (toFile && exitCode === 0) process.exit();
});

/** Writes to standard error. */
function complain(text: string): void {
  surviveErrors();
  process.stderr.write(text);
}

/** A failed write to standard error (a full disk, a closed pipe) does not end the process. */
function surviveErrors(): void {
  // Others may listen for a moment only, so their listeners do not count.
  if (!process.stderr.listeners('error').includes(ignore)) process.stderr.on('error', ignore);
}

function ignore(): void {}
