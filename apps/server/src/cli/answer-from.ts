import type { Release } from '@gcscope/gc-core/wire';
import { joined } from '@gcscope/gc-core/wire';
import { SILENT } from '../cluster/reflect/cluster-log.ts';
import { type ClusterOptionValues, clusterInput, saysNothing } from './cluster-options.ts';
import type { ClusterRead } from './cluster-read.ts';
import type { OpenCluster } from './cluster-source.ts';
import { CommandError, EXIT, type ExitCode, usageError } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { untilStopped } from './until-stopped.ts';

/** Options of every command that answers from a cluster. */
export interface ReadOptionValues extends ClusterOptionValues {
  readonly file?: readonly string[];
  readonly strict?: boolean;
  readonly release?: string | undefined;
  /** Kinds that are not read, as `group/resource`. */
  readonly ignored?: readonly string[];
  /** The command takes neither `--embedded` nor `--file`. */
  readonly needsCluster?: boolean;
}

/** An answer and what the process ends with. */
export interface CodedAnswer {
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** Reads a cluster or a file, writes the answer or its pieces, and leaves. With `--strict` an incomplete answer has its own exit code. */
export async function answerFrom(
  values: ReadOptionValues,
  terminal: Terminal,
  ask: (read: ClusterRead) => Promise<string | readonly string[] | CodedAnswer>,
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.answered;
  await answerRead(values, terminal, async (read) => {
    const answer = await ask(read);
    const isCoded = typeof answer === 'object' && 'exitCode' in answer;
    for (const piece of [isCoded ? answer.text : answer].flat()) terminal.out(piece);
    if (isCoded) exitCode = answer.exitCode;
  });
  return exitCode;
}

async function answerRead(
  values: ReadOptionValues,
  terminal: Terminal,
  answer: (read: ClusterRead) => Promise<void>,
): Promise<void> {
  const [file, ...more] = values.file ?? [];
  const release = await askedRelease(values);
  if (more.length > 0) {
    throw usageError('Snapshots of several clusters cannot be joined: give one --file.');
  }
  if (file !== undefined) {
    if (!saysNothing(values)) {
      throw usageError(
        'Use either --file or the options that choose a cluster: with --file, gcscope reads no cluster.',
      );
    }
    const { readSnapshotFile, snapshotRead } = await import('./snapshot-file.ts');
    const snapshot = readSnapshotFile(file);
    if (snapshot.nodes.uids.length > MANY) compileLater();
    await answer(snapshotRead(snapshot, values.namespace, release));
    const isWhole = snapshot.health.kinds.every(({ state }) => state === 'synced');
    if (values.strict && !isWhole) throw new CommandError(EXIT.incomplete, '');
    return;
  }
  const { openCluster } = await import('./cluster-source.ts');
  const opened = await openCluster(clusterInput(values), {
    log: SILENT,
    newest: true,
    ignored: values.ignored,
    release,
  }).catch((error: unknown) => {
    throw values.needsCluster ? error : offerOtherSources(error);
  });
  const { stop } = terminal;
  try {
    await untilStopped(stop, answerOpened(opened, values, terminal, answer));
  } finally {
    const closed = opened.close();
    // Work under way ends with the process.
    if (!stop.aborted) await closed;
  }
}

/** Without a kubeconfig, a command can still read the embedded cluster or a file. */
function offerOtherSources(error: unknown): unknown {
  const isNone = error instanceof Error && 'code' in error && error.code === 'none';
  return isNone
    ? usageError(`${error.message} Without a cluster, use --embedded or --file FILE.`)
    : error;
}

async function answerOpened(
  opened: OpenCluster,
  values: ReadOptionValues,
  terminal: Terminal,
  answer: (read: ClusterRead) => Promise<void>,
): Promise<void> {
  const { syncedCluster } = await import('./synced-cluster.ts');
  for (const warning of opened.warnings) terminal.err(`Warning: ${warning}\n`);
  const unread = await syncedCluster(opened, values.ignored);
  if (terminal.stop.aborted) return;
  if (values.ignored) {
    const { requireServed } = await import('./ignored-kinds.ts');
    requireServed(values.ignored, opened.cluster.live.served);
  }
  if (unread.length > 0)
    terminal.err(
      `gcscope cannot read these kinds, so verdicts that depend on them are not verified: ${joined(unread)}.\n`,
    );
  const { live, info } = opened.cluster;
  await answer({
    context: info.context,
    records: live.records,
    live: async () => live,
    namespace: values.namespace ?? opened.namespace,
    ...opened.sources,
  });
  if (values.strict && unread.length > 0) throw new CommandError(EXIT.incomplete, '');
}

async function askedRelease({ release: asked }: ReadOptionValues): Promise<Release | undefined> {
  if (asked === undefined) return undefined;
  const { nearestRelease } = await import('@gcscope/gc-core');
  const release = nearestRelease(asked);
  if (release) return release;
  throw usageError(
    `--release takes a version of Kubernetes such as v1.31, not ${JSON.stringify(asked)}.`,
  );
}

/** With fewer objects an answer is done before V8 optimizes anything, and passing the flag takes longer. */
const MANY = 500;

/** From what count on V8 optimizes, ten times and more what is usual; each release of V8 names its own flags, and complains of others. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  '11': ['--interrupt-budget=2000000'],
  '12': ['--invocation-count-for-turbofan=30000'],
  '13': ['--invocation-count-for-maglev=4000', '--invocation-count-for-turbofan=30000'],
};

/**
 * V8 optimizes what ran for much longer than usual: a picture of 1,000 objects is done before optimized code pays (a fifth less
 * processor time), and so is one of 10,000 (a third; half with Node 22); one of 100,000 takes as long as without. Its baseline compiler
 * does not wait for more functions, and it collects garbage without calling other threads (3 % less for 10,000).
 */
function compileLater(): void {
  const late = LATE[process.versions.v8.split('.', 1)[0] ?? ''];
  if (!late) return;
  // An import would load Node's loader of ES modules as well.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of [...late, '--no-baseline-batch-compilation', '--no-parallel-scavenge']) {
    setFlagsFromString(flag);
  }
}
