import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A Go toolchain on PATH that is new enough. */
export interface GoToolchain {
  readonly command: 'go';
  /** As `go version` says it: `1.26.8`. */
  readonly version: string;
}

/** Why the real cluster cannot be built here, as one sentence. */
export interface GoMissing {
  readonly reason: string;
}

const OLDEST_MAJOR = 1;
const OLDEST_MINOR = 26;

/** Flags from outside, and CGO_ENABLED, would change the key of every cached package: another cold build. */
export const GO_ENV: NodeJS.ProcessEnv = {
  ...process.env,
  CGO_ENABLED: '0',
  GOFLAGS: '',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
};

/**
 * The Go toolchain on PATH, if it is at least 1.26; otherwise the reason to print when the real
 * cluster is skipped. Never throws.
 */
export async function findGo(): Promise<GoToolchain | GoMissing> {
  let output: string;
  try {
    // Without `local` a newer toolchain might be downloaded only to tell its version.
    const env = { ...process.env, GOTOOLCHAIN: 'local' };
    output = (await promisify(execFile)('go', ['version'], { env })).stdout;
  } catch (error) {
    const notFound = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const cause = notFound ? 'there is no go on PATH' : `go version failed: ${String(error)}`;
    return { reason: `The real cluster needs Go 1.26 or newer, but ${cause}.` };
  }
  return parseGoVersion(output);
}

/** Reads the line that `go version` prints. */
export function parseGoVersion(output: string): GoToolchain | GoMissing {
  const match = /\bgo((\d+)\.(\d+)\S*)/.exec(output);
  const version = match?.[1];
  if (version === undefined) {
    return { reason: `The real cluster needs Go, but go version says: ${output.trim()}.` };
  }
  const major = Number(match?.[2]);
  const minor = Number(match?.[3]);
  if (major < OLDEST_MAJOR || (major === OLDEST_MAJOR && minor < OLDEST_MINOR)) {
    return { reason: `The real cluster needs Go 1.26 or newer, but go on PATH is ${version}.` };
  }
  return { command: 'go', version };
}
