import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findGo, GO_ENV } from './go-toolchain.ts';

const MODULE = fileURLToPath(new URL('..', import.meta.url));
const BINARY = 'real-cluster';
/** Without a sign of life a cold build of minutes looks like a hang. */
const HEARTBEAT = 30_000;

/** A series of Kubernetes releases that can be built: the usual one, or one that is built only when asked for. */
export type Series = 'v1.36' | 'v1.28';
export const SERIES: readonly Series[] = ['v1.36', 'v1.28'];
export const USUAL_SERIES: Series = 'v1.36';

/** Where `go build` finds the versions, and where its results are kept. */
const BUILDS: Readonly<Record<Series, { readonly mod: string; readonly cache: string }>> = {
  'v1.36': { mod: 'go.mod', cache: join(MODULE, '.cache') },
  'v1.28': { mod: 'go.v1.28.mod', cache: join(MODULE, '.cache', 'v1.28') },
};

/** Where the binary of the present module file, its sums, main.go and flags lies, built or not. */
export async function realClusterBinary(series: Series = USUAL_SERIES): Promise<string> {
  const { mod, cache } = BUILDS[series];
  const hash = createHash('sha256').update((await buildArguments(series)).join('\n'));
  for (const name of [mod, mod.replace(/mod$/, 'sum'), 'main.go'])
    hash.update(await readFile(join(MODULE, name)));
  return join(cache, hash.digest('hex').slice(0, 16), BINARY);
}

/** Why there can be no real cluster here, as one sentence; undefined if there can. Builds nothing. */
export async function whyNoRealCluster(): Promise<string | undefined> {
  if (existsSync(await realClusterBinary())) return undefined;
  const go = await findGo();
  return 'reason' in go ? go.reason : undefined;
}

/**
 * The path of a binary that is etcd, kube-apiserver, kube-controller-manager and kubectl. Built once
 * per state of the module (minutes with cold Go caches, seconds with warm ones) and reused; several
 * processes may call this at the same time. Progress goes to stderr. Rejects with one sentence if Go
 * is missing, or with the last lines of `go build`.
 */
export async function buildRealCluster(series: Series = USUAL_SERIES): Promise<string> {
  const binary = await realClusterBinary(series);
  if (existsSync(binary)) return binary;

  const go = await findGo();
  if ('reason' in go) throw new Error(go.reason);
  const home = join(binary, '..');
  const draft = `${home}.${process.pid}`;
  let seconds: number;
  try {
    await mkdir(draft, { recursive: true });
    seconds = await goBuild(series, go.command, join(draft, BINARY));
    await symlink(BINARY, join(draft, 'kubectl'));
    await publish(draft, home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }

  const megabytes = Math.round((await stat(binary)).size / 1e6);
  say(`built with Go ${go.version} in ${seconds} s, ${megabytes} MB: ${binary}`);
  return binary;
}

/** The Kubernetes release that the module file of a series pins, for example `1.36.3`. */
export async function kubernetesRelease(series: Series = USUAL_SERIES): Promise<string> {
  const { mod } = BUILDS[series];
  const goMod = await readFile(join(MODULE, mod), 'utf8');
  const release = /^\s*k8s\.io\/kubernetes v(\S+)$/m.exec(goMod)?.[1];
  if (release === undefined) throw new Error(`${MODULE}${mod} does not require k8s.io/kubernetes.`);
  return release;
}

async function buildArguments(series: Series): Promise<string[]> {
  const release = await kubernetesRelease(series);
  const [major, minor] = release.split('.');
  // Without these the API server calls itself v0.0.0-master+$Format:%H$.
  const stamps = [`gitVersion=v${release}`, `gitMajor=${major}`, `gitMinor=${minor}`].flatMap(
    (stamp) => ['-X', `k8s.io/component-base/version.${stamp}`],
  );
  const modFile = series === USUAL_SERIES ? [] : [`-modfile=${BUILDS[series].mod}`];
  return ['build', '-buildvcs=false', ...modFile, '-ldflags', ['-s', '-w', ...stamps].join(' ')];
}

async function goBuild(series: Series, go: string, output: string): Promise<number> {
  say('building etcd and Kubernetes: about 5 minutes the first time, seconds with warm Go caches');
  const started = performance.now();
  const elapsed = () => Math.round((performance.now() - started) / 1000);
  const build = spawn(go, [...(await buildArguments(series)), '-o', output, '.'], {
    cwd: MODULE,
    env: GO_ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (build.pid !== undefined) setPriority(build.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let complaint = '';
  build.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  const heartbeat = setInterval(() => say(`still building (${elapsed()} s)`), HEARTBEAT);
  try {
    const [code] = await once(build, 'close');
    if (code !== 0) throw new Error(`go build of the real cluster failed:\n${complaint.trim()}`);
  } finally {
    clearInterval(heartbeat);
  }
  return elapsed();
}

/** Moves a finished build to its place and drops those of earlier states of the module. */
async function publish(draft: string, home: string): Promise<void> {
  try {
    await rename(draft, home);
  } catch (error) {
    // Another process may have been first, with the same result.
    if (!existsSync(join(home, BINARY))) throw error;
  }
  const cache = join(home, '..');
  for (const name of await readdir(cache)) {
    const finished = !name.includes('.'); // drafts of other processes carry their pid, other series a dot
    if (finished && join(cache, name) !== home)
      await rm(join(cache, name), { recursive: true, force: true });
  }
}

function say(text: string): void {
  process.stderr.write(`real cluster: ${text}\n`);
}
