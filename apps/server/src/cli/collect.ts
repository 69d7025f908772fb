import { nearestRelease, RELEASES, type ReleaseProfile, summaryOf } from '@gcscope/gc-core';
import { counted } from '@gcscope/gc-core/wire';
import { systemClock } from '../base/clock.ts';
import { connectToWrite } from '../cluster/access/connect.ts';
import type { ClusterFlags } from '../cluster/access/connection.ts';
import { CallSender } from '../writes/collect/call-sender.ts';
import { CollectorLog } from '../writes/collect/collector-log.ts';
import { readLease } from '../writes/collect/leases.ts';
import {
  type CollectSettings,
  type CollectTarget,
  RunningCollector,
} from '../writes/collect/running-collector.ts';
import type { WriteRecord } from '../writes/write-record/write-record.ts';
import { answerFrom } from './answer-from.ts';
import { CommandError, EXIT, type ExitCode, usageError } from './exit-codes.ts';
import { requireServedBy } from './ignored-kinds.ts';
import { cut, placed, textOf } from './lines.ts';
import type { Terminal } from './terminal.ts';
import { untilStopped } from './until-stopped.ts';
import { withRecord } from './write-record.ts';

export interface CollectQuestion {
  readonly flags: ClusterFlags;
  readonly yesDelete: boolean;
  readonly besideControllerManager: boolean;
  readonly verbosity: number;
  readonly release: string | undefined;
  /** The file in which writes are recorded. */
  readonly recordFile: string | undefined;
  readonly settings: Omit<CollectSettings, 'release'>;
}

/** Collects until the process is asked to end. Rejects with one sentence before anything is deleted. */
export async function runCollect(question: CollectQuestion, terminal: Terminal): Promise<ExitCode> {
  if (!question.yesDelete) {
    if (question.recordFile !== undefined) {
      throw usageError(
        '--write-record needs --yes-delete: without it, gcscope writes nothing to the cluster.',
      );
    }
    await sayWhatGoes(question, terminal);
    return EXIT.answered;
  }
  return withRecord(question.recordFile, (record) => collect(question, terminal, record));
}

async function collect(
  question: CollectQuestion,
  terminal: Terminal,
  record: WriteRecord | undefined,
): Promise<ExitCode> {
  const { flags, verbosity, settings } = question;
  const { asker, ...target } = await connectToWrite(flags);
  const { connection } = target;
  try {
    for (const warning of connection.warnings) terminal.err(`Warning: ${warning}\n`);
    const version = await untilStopped(terminal.stop, connection.version());
    const release = profileOf(question.release ?? version, question.release !== undefined);
    const { stop } = terminal;
    await untilStopped(stop, requireServedBy(connection.client, settings.ignored, stop));
    if (!question.besideControllerManager) {
      await untilStopped(terminal.stop, requireNoOther(target, terminal));
    }
    const log = new CollectorLog(verbosity, terminal.err);
    const { server } = connection;
    const plan = { release: release.release };
    const writes = record?.of({ command: 'collect', plan, server, ...asker });
    const recording = record && writes ? { log: writes, failed: record.failed } : undefined;
    const running = await started({ ...target, recording }, { ...settings, release }, log);
    terminal.out(`${running.url}\n`);
    const why = await running.run(terminal.stop);
    if (why === undefined) return EXIT.answered;
    throw new CommandError(EXIT.no, why);
  } finally {
    await connection.close();
  }
}

async function started(
  target: CollectTarget,
  settings: CollectSettings,
  log: CollectorLog,
): Promise<RunningCollector> {
  try {
    return await RunningCollector.start(target, settings, log);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const what = `gcscope cannot listen on 127.0.0.1:${settings.port} (${code})`;
    throw usageError(`${what}; use another --port, or --port 0 for a free one.`);
  }
}

/** The collectors before 1.16 wrote whole objects, which this one never does. */
function profileOf(version: string, isAsked: boolean): ReleaseProfile {
  const release = nearestRelease(version);
  if (isAsked && release === undefined) {
    throw usageError(
      `--release takes a version of Kubernetes such as v1.31, not ${JSON.stringify(version)}.`,
    );
  }
  const profile = RELEASES[release ?? 'v1.36'];
  if (profile.finalizerRemoval === 'merge-patch') return profile;
  throw usageError(
    `gcscope collects like Kubernetes 1.16 or later, not like ${version}: use --release v1.17.`,
  );
}

/** Two collectors do no harm to each other, but it would be unclear which of them deleted what. */
async function requireNoOther(
  { connection, credentials, requestTimeout }: CollectTarget,
  terminal: Terminal,
): Promise<void> {
  const { server } = connection;
  const clock = systemClock;
  const sender = new CallSender({ server, credentials, requestTimeout, clock, mayAct: () => true });
  try {
    const other = await controllerManagerAtWork(sender, terminal.stop);
    if (other === 'no') return;
    if ('unknown' in other) {
      terminal.err(
        `gcscope cannot tell whether a controller manager collects here too, because it may not read the Lease kube-system/kube-controller-manager (${other.unknown}). It starts anyway.\n`,
      );
      return;
    }
    throw new CommandError(
      EXIT.no,
      `A controller manager is at work on this cluster: ${other.holder} renews the Lease kube-system/kube-controller-manager. Stop it, or, if it runs without its garbage collector, add --beside-controller-manager.`,
    );
  } finally {
    await sender.close();
  }
}

/** Without consent nothing is deleted: what would go at once is said, and that is all. */
async function sayWhatGoes(question: CollectQuestion, terminal: Terminal): Promise<void> {
  const { flags, release, settings } = question;
  const values = { ...flags, ignored: settings.ignored, release, needsCluster: true };
  await answerFrom(values, terminal, async (read) => {
    const live = await read.live();
    await read.probeOwners?.(live, live.graph.nodes());
    const going = [...live.graph.nodes()].filter((node) => {
      return !node.virtual && summaryOf(node, live.view).verdict === 'goes';
    });
    const names = going.map(({ identity }) => `  ${placed(identity)}`).sort();
    const many = counted(going.length, 'object');
    return textOf([
      going.length === 0
        ? `There is nothing in ${read.context} that gcscope would delete now.`
        : `gcscope would now delete ${many} in ${read.context}, and then what they own:`,
      ...cut(names),
      'If you want gcscope to collect there, add --yes-delete.',
    ]);
  });
}

const LEASE = { namespace: 'kube-system', name: 'kube-controller-manager' };

/** Whether a controller manager works on this cluster, as far as its Lease says; `unknown` with the reason. */
async function controllerManagerAtWork(
  sender: CallSender,
  signal: AbortSignal,
): Promise<'no' | { readonly holder: string } | { readonly unknown: string }> {
  const answer = await readLease(sender, LEASE, signal);
  if (answer.type === 'absent') return 'no';
  if (answer.type !== 'held') {
    return { unknown: 'message' in answer ? answer.message : answer.type };
  }
  const { holderIdentity, renewTime, leaseDurationSeconds } = answer.lease.spec;
  const age = answer.lease.asked - Date.parse(renewTime);
  // A holder whose clock runs ahead of the server's still renews the Lease.
  const isRenewed = holderIdentity !== '' && age < leaseDurationSeconds * 1000;
  return isRenewed ? { holder: holderIdentity } : 'no';
}
