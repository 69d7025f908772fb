import { ScenarioError } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { ConcurrencyLimiter } from '../base/concurrency-limiter.ts';
import type { ClusterFlags } from '../cluster/access/connection.ts';
import { readScenario } from '../scenario-files/read-scenario.ts';
import { ScenarioCluster } from '../writes/scenario-cluster/run-on-cluster.ts';
import { sha256 } from '../writes/write-record/chain.ts';
import type { WriteRecord } from '../writes/write-record/write-record.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { textOf } from './lines.ts';
import {
  exitCodeOf,
  type FileResult,
  invalid,
  linesOf,
  readScenarioOf,
} from './scenario-result.ts';
import type { Terminal } from './terminal.ts';
import { withRecord } from './write-record.ts';

/** The cluster on which scenarios are replayed, and the form of the report. */
export interface ReplayQuestion {
  readonly flags: ClusterFlags;
  readonly settleWithin: Millis;
  readonly output: 'text' | 'json';
  /** The file in which writes are recorded. */
  readonly recordFile: string | undefined;
}

/** Runs at the same time: most of their time is waiting, and they share no objects. */
const AT_ONCE = 8;

/**
 * Replays every file on the cluster and reports each in its turn; resolves with the worst outcome. Rejects with
 * `ClusterConfigError` or `ClusterUnreachableError` before anything is created, and with `RecordUnwrittenError` once a
 * write could not be recorded.
 */
export function replayScenarioFiles(
  files: readonly string[],
  question: ReplayQuestion,
  terminal: Terminal,
): Promise<ExitCode> {
  return withRecord(question.recordFile, (record) => replayAll(files, question, terminal, record));
}

async function replayAll(
  files: readonly string[],
  { flags, settleWithin, output }: ReplayQuestion,
  terminal: Terminal,
  record: WriteRecord | undefined,
): Promise<ExitCode> {
  const cluster = await ScenarioCluster.open({ flags, settleWithin, stop: terminal.stop, record });
  try {
    terminal.err(
      textOf([...cluster.warnings, `gcscope creates and deletes objects in ${cluster.where}.`]),
    );
    const limiter = new ConcurrencyLimiter(AT_ONCE);
    const outcomes = files.map((file) => limiter.run(() => replayFile(file, cluster)));
    const results: FileResult['result'][] = [];
    let isReachable = true;
    for (const outcome of outcomes) {
      const { result, unreachable } = await outcome;
      terminal.out(output === 'json' ? `${JSON.stringify(result)}\n` : textOf(linesOf(result)));
      results.push(result.result);
      isReachable &&= !unreachable;
    }
    return isReachable ? exitCodeOf(results) : EXIT.unreachable;
  } finally {
    await cluster.close();
  }
}

interface Replayed {
  readonly result: FileResult;
  readonly unreachable: boolean;
}

async function replayFile(file: string, cluster: ScenarioCluster): Promise<Replayed> {
  let hash = '';
  const read = readScenarioOf(file, (text) => {
    hash = sha256(text);
    return readScenario(text);
  });
  if ('result' in read) return { result: read, unreachable: false };
  const { scenario, locate } = read;
  try {
    const { faults, unreachable, ...result } = await cluster.replay(scenario, {
      file,
      sha256: hash,
    });
    const errors = faults.map(({ path, message }) => ({ ...locate(path), message }));
    return { result: { file, ...result, errors }, unreachable };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const errors = [{ ...locate(error.path), message: error.message }];
    return { result: invalid(file, scenario.metadata.name, errors), unreachable: false };
  }
}
