import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import {
  type Advice,
  type AuditReport,
  type Finding,
  plainText,
  type ReportedCause,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import { kubectlPath } from '../kubectl.ts';
import type { RealCluster } from '../real-cluster.ts';
import type { Case } from './report.ts';

const run = promisify(execFile);
/** Milliseconds for one command: one that waits for what never comes takes for ever, and any other less on the slowest machine. */
const PATIENCE = 30_000;
/** Each changes an object of which another finding may be told: those have to be asked for anew. */
const MOST_ROUNDS = 6;

/** How an answer is asked for when gcscope has seen everything that was done. */
export interface Answers {
  readonly audit: () => Promise<AuditReport>;
  readonly terminating: () => Promise<TerminatingReport>;
}

/** Runs a command line as it stands, by a shell; why it failed, if it did. */
async function runCommand(cluster: RealCluster, command: string): Promise<string | undefined> {
  const kubectl = (await kubectlPath()) ?? '';
  const env = { PATH: `${dirname(kubectl)}:${process.env.PATH}`, HOME: cluster.folder };
  try {
    await run('sh', ['-c', `exec ${command}`], { env, timeout: PATIENCE });
    return undefined;
  } catch (error) {
    const { killed, stderr = '' } = error as Error & { killed?: boolean; stderr?: string };
    return killed ? `it does not return within ${PATIENCE / 1000} s` : stderr.trim();
  }
}

/**
 * Carries the fix of each finding out, at most one of an object at a time, and asks again: the finding must be gone, and
 * none may have come.
 */
export async function tryFixes(
  cluster: RealCluster,
  { audit }: Pick<Answers, 'audit'>,
  isOurs: (finding: Finding) => boolean,
): Promise<Case[]> {
  const cases: Case[] = [];
  const tried = new Set<string>();
  let findings = (await audit()).findings;
  const known = new Set(findings.map(({ id }) => id));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = oneOfEach(findings.filter((each) => isOurs(each) && !tried.has(each.id)));
    if (next.length === 0) return cases;
    const failures = new Map<string, string | undefined>();
    for (const { id, patch } of next) {
      tried.add(id);
      failures.set(id, await runCommand(cluster, patch.command));
    }
    findings = (await audit()).findings;
    const left = new Set(findings.map(({ id }) => id));
    for (const finding of next) cases.push(fixCase(finding, failures.get(finding.id), left));
    for (const finding of findings.filter(({ id }) => !known.has(id))) {
      known.add(finding.id);
      cases.push({
        ...fixCase(finding, undefined, left),
        predicted: 'nothing',
        real: plainText(finding.text),
      });
    }
  }
  return cases;
}

function oneOfEach(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((each) => [each.object.uid, each])).values()];
}

function fixCase(finding: Finding, failure: string | undefined, left: ReadonlySet<string>): Case {
  const { rule, object, text, patch, id } = finding;
  const stays = left.has(id) ? 'the finding stays' : 'the finding is gone';
  return {
    what: `${object.kind} ${object.namespace}/${object.name}: ${plainText(text)}`,
    group: `fix of ${rule}`,
    predicted: patch.command,
    real: failure === undefined ? stays : `the command failed: ${failure}`,
    agrees: failure === undefined && !left.has(id) ? 'yes' : 'no',
  };
}

/**
 * Carries out what is advised of each cause: what only reads must succeed; of the commands that change something `choose`
 * takes one, and then the cause must be gone.
 */
export async function tryAdvice(
  cluster: RealCluster,
  { terminating }: Pick<Answers, 'terminating'>,
  isOurs: (cause: ReportedCause) => boolean,
  choose: (changes: readonly Advice[], cause: ReportedCause) => Advice | undefined,
): Promise<Case[]> {
  const cases: Case[] = [];
  const tried = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const rootCauses = await causesIn(terminating, isOurs);
    const next = [...rootCauses].filter(([key]) => !tried.has(key));
    if (next.length === 0) return cases;
    const changes: {
      key: string;
      cause: ReportedCause;
      command: string;
      failure: string | undefined;
    }[] = [];
    // Looks come first: a change may take away what the next one looks at.
    for (const [, cause] of next) {
      for (const { command } of cause.advice.filter(onlyReads)) {
        cases.push(readCase(cause, command, await runCommand(cluster, command)));
      }
    }
    for (const [key, cause] of next) {
      tried.add(key);
      const chosen = choose(
        cause.advice.filter((each) => !onlyReads(each)),
        cause,
      );
      if (!chosen) continue;
      const { command } = chosen;
      changes.push({ key, cause, command, failure: await runCommand(cluster, command) });
    }
    const left = await causesIn(terminating, isOurs);
    for (const { key, cause, command, failure } of changes) {
      cases.push(changeCase(cause, command, failure, left.has(key)));
    }
  }
  return cases;
}

function onlyReads({ risk }: Advice): boolean {
  return plainText(risk).includes('only reads');
}

async function causesIn(
  terminating: Answers['terminating'],
  isOurs: (cause: ReportedCause) => boolean,
): Promise<Map<string, ReportedCause>> {
  const { objects } = await terminating();
  const all = objects.flatMap(({ rootCauses }) => rootCauses).filter(isOurs);
  return new Map(
    all.map((cause) => [`${cause.object.uid} ${cause.type} ${plainText(cause.text)}`, cause]),
  );
}

function readCase(cause: ReportedCause, command: string, failure: string | undefined): Case {
  return {
    what: nameOf(cause),
    group: `look at ${cause.type}`,
    predicted: command,
    real: failure === undefined ? 'it answers' : `the command failed: ${failure}`,
    agrees: failure === undefined ? 'yes' : 'no',
  };
}

function changeCase(
  cause: ReportedCause,
  command: string,
  failure: string | undefined,
  isLeft: boolean,
): Case {
  const stays = isLeft ? 'it still holds' : 'it holds no longer';
  return {
    what: `${nameOf(cause)}: ${plainText(cause.text)}`,
    group: `advice on ${cause.type}`,
    predicted: command,
    real: failure === undefined ? stays : `the command failed: ${failure}; ${stays}`,
    agrees: isLeft || failure !== undefined ? 'no' : 'yes',
  };
}

function nameOf({ object }: ReportedCause): string {
  return `${object.kind} ${object.namespace}/${object.name}`;
}
