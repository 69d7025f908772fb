#!/usr/bin/env node
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { Script } from 'node:vm';

// The built program begins here. Beside its files lies what V8 compiled from them during the build, which the same V8 takes as it
// is; without it, a picture of 1,000 objects takes a fifth more processor time. V8 refuses code of another version by itself.

/** Set by the build, which runs the program once and keeps what V8 compiled. */
const isBuild = process.env.GCSCOPE_KEEP_COMPILED !== undefined;

/** Beside the files of the program; V8 does not check for which processor the code was compiled. */
const folder = join(
  import.meta.dirname,
  'compiled',
  `${process.versions.v8}-${process.platform}-${process.arch}`,
);

type Wrapped = (
  exports: object,
  require: (id: string) => unknown,
  module: object,
  filename: string,
  dirname: string,
) => void;

const { extensions } = createRequire(import.meta.url);
const load = extensions['.js'];

extensions['.js'] = (module: NodeJS.Module, filename: string): void => {
  const cachedData = filename.startsWith(import.meta.dirname + sep)
    ? readCompiled(filename)
    : undefined;
  if (!cachedData && !isBuild) {
    load?.(module, filename);
    return;
  }
  // Node's own wrapper.
  const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(filename, 'utf8')}\n});`;
  const script = new Script(source, { filename, ...(cachedData && { cachedData }) });
  if (isBuild) process.on('exit', () => keepCompiled(filename, script));
  const run: Wrapped = script.runInThisContext();
  run.call(
    module.exports,
    module.exports,
    module.require.bind(module),
    module,
    filename,
    dirname(filename),
  );
};

void import('./main.ts');

function readCompiled(filename: string): Buffer | undefined {
  try {
    return readFileSync(compiledFile(filename));
  } catch {
    return undefined;
  }
}

function keepCompiled(filename: string, script: Script): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(compiledFile(filename), script.createCachedData());
}

function compiledFile(filename: string): string {
  return join(folder, `${basename(filename)}.bin`);
}
