import {
  type Awaited,
  aimKubectl,
  type Forecast,
  type PolicyForecast,
  type PropagationPolicy,
  plainText,
} from '@gcscope/gc-core/wire';
import { clusterForecast } from '../insight/cluster-forecast.ts';
import type { ClusterRead } from './cluster-read.ts';
import { findObject } from './describe-object.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import { cut, jsonOf, placed, textOf } from './lines.ts';

/** What `forecast` is asked for. */
export interface ForecastQuestion {
  readonly objects: readonly string[];
  readonly policy: 'background' | 'foreground' | 'orphan' | 'all';
  readonly output: 'text' | 'json';
}

const POLICIES: Readonly<Record<ForecastQuestion['policy'], readonly PropagationPolicy[]>> = {
  background: ['Background'],
  foreground: ['Foreground'],
  orphan: ['Orphan'],
  all: ['Background', 'Foreground', 'Orphan'],
};

/** What deleting the objects would do, as text or JSON. Throws `CommandError` for a wrong object. */
export async function forecastText(
  read: ClusterRead,
  { objects, policy, output }: ForecastQuestion,
  progress?: (text: string) => void,
): Promise<string> {
  const live = await read.live();
  const targets = objects.map((word) => findObject(live, word, read.namespace));
  const report = await clusterForecast(live, read.readNamespace, () => targets, {
    policies: POLICIES[policy],
    onProgress: ({ done, total }) =>
      progress?.(`Playing the deletion: ${done} of ${total} objects`),
  });
  progress?.('');
  if (report.policies.length === 0) {
    throw new CommandError(EXIT.usage, `Kubernetes ${report.release} has no ${policy} deletion.`);
  }
  const proxy = aimKubectl('kubectl proxy', live.view.kubectl);
  return output === 'json' ? jsonOf('Forecast', report) : textOf(linesOf(report, proxy));
}

function linesOf({ targets, policies, unread, release }: Forecast, proxy: string): string[] {
  const names = targets.map(placed).join(', ');
  return [
    targets.length === 0 ? 'Nothing to delete: it was never seen, only referred to.' : names,
    ...(unread.length > 0
      ? [`Dependents may be hidden, because these kinds cannot be read: ${unread.join(', ')}.`]
      : []),
    ...(release === undefined ? [] : [`As the collector of Kubernetes ${release} does it.`]),
    ...policies.flatMap((each) => ['', ...policyLines(each, proxy)]),
  ];
}

/** `proxy`: the command that the requests need to be running. */
function policyLines(forecast: PolicyForecast, proxy: string): string[] {
  const {
    policy,
    deleted,
    orphaned,
    kept,
    blocked,
    leftAlone,
    notVerified,
    refused = [],
  } = forecast;
  const { requests, seconds } = forecast;
  const atOnce = deleted.filter(({ after }) => !after);
  const later = deleted.filter(({ after }) => after);
  const counts = [
    `${deleted.length} deleted`,
    `${orphaned.length} orphaned`,
    `${kept.length} kept`,
    `${blocked.length} blocked`,
    ...(leftAlone.length > 0 ? [`${leftAlone.length} left alone`] : []),
    ...(notVerified.length > 0 ? [`${notVerified.length} not verified`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  return [
    `${policy}: ${counts.join(', ')}; about ${seconds} s (${requests} ${requests === 1 ? 'request' : 'requests'} of the collector)`,
    ...forecast.kinds.map((each) => `  ${kindLine(each)}`),
    ...namespaceLines(forecast),
    ...cut(atOnce.map((line) => `  deleted   ${deletedText(line)}  (${line.rule})`)),
    ...cut(later.map((line) => `  deleted   ${deletedText(line)}  (${line.after?.rule})`)),
    ...cut(orphaned.map(({ object, rule }) => `  orphaned  ${placed(object)}  (${rule})`)),
    ...cut(
      kept.map(
        ({ object, owner, rule }) => `  kept      ${placed(object)} by ${placed(owner)}  (${rule})`,
      ),
    ),
    ...cut(
      blocked.map(
        (line) => `  blocked   ${placed(line.object)}: ${blockerOf(line)}  (${line.rule})`,
      ),
    ),
    ...cut(
      leftAlone.map(
        ({ object, text, rule }) =>
          `  left alone  ${placed(object)}: ${plainText(text)}  (${rule})`,
      ),
    ),
    ...cut(
      notVerified.map(({ object, unread, rule }) => {
        return `  not verified  ${placed(object)}: ${unread.join(', ')} cannot be read  (${rule})`;
      }),
    ),
    ...cut(
      refused.map(
        ({ object, text, rule }) => `  refused   ${placed(object)}: ${plainText(text)}  (${rule})`,
      ),
    ),
    ...storageLines(forecast),
    ...orderLines(forecast),
    ...commandLines(forecast, proxy),
  ];
}

/** The object, what has to happen before it goes, and who makes a new one. */
function deletedText({ object, after, remadeBy }: PolicyForecast['deleted'][number]): string {
  const wait = after ? `, once ${awaitedText(after)}` : '';
  return `${placed(object)}${wait}${remadeBy ? `; ${placed(remadeBy)} makes a new one` : ''}`;
}

/** A clause that follows "once". */
function awaitedText(after: Awaited): string {
  switch (after.type) {
    case 'kubelet':
      return 'the kubelet has ended it';
    case 'object':
      return `${placed(after.object)} is gone`;
    case 'finalizer':
      return `finalizer ${after.finalizers.join(', ')} is removed: ${after.removedBy}`;
    default:
      return plainText(after.text);
  }
}

/** The objects name theirs; who touches several has to know. */
function namespaceLines({ namespaces }: PolicyForecast): string[] {
  if (namespaces.length < 2) return [];
  const names = namespaces.map((each) => (each === '' ? 'cluster-scoped objects' : each));
  const more = names.length > 20 ? ` and ${names.length - 20} more` : '';
  return [`  touches ${names.slice(0, 20).join(', ')}${more}`];
}

const WAYS: Readonly<Record<string, string>> = {
  leftAlone: 'left alone',
  notVerified: 'not verified',
};

function kindLine({ kind, ...counts }: PolicyForecast['kinds'][number]): string {
  const ways = Object.entries(counts).flatMap(([way, count]) =>
    count > 0 ? [`${count} ${WAYS[way] ?? way}`] : [],
  );
  return `${kind}: ${ways.join(', ')}`;
}

function blockerOf({ by, terminating }: PolicyForecast['blocked'][number]): string {
  const state = terminating ? 'stays in Terminating, ' : '';
  switch (by.type) {
    case 'finalizer':
      return `${state}finalizer ${by.finalizers.join(', ')}: ${by.removedBy}`;
    case 'reference':
      return `${state}${plainText(by.text)}`;
    default:
      return `${state}waits for ${placed(by.object)}`;
  }
}

function storageLines({ storage }: PolicyForecast): string[] {
  return cut(
    storage.map(({ object, volume, after }) => {
      const on = volume ? `, and ${placed(volume)} if its reclaim policy is Delete` : '';
      return `  storage   ${placed(object)}${on}${after === undefined ? '' : `, after ${after}`}`;
    }),
  );
}

function orderLines({ orders, decides, outcomes }: PolicyForecast): string[] {
  if (orders === 'alike') return [];
  if (orders === 'untried') {
    return ['  order     the order can change the outcome; there are too many objects to try'];
  }
  const tried = outcomes.reduce((sum, each) => sum + each.orders, 0);
  if (decides.length === 0) return [`  order     all ${tried} orders tried have the same outcome`];
  const ends = outcomes.map(({ orders: count, deleted, terminating, living }) => {
    const parts = [
      ...deleted.map((each) => `${placed(each)} deleted`),
      ...terminating.map((each) => `${placed(each)} in Terminating`),
      ...living.map((each) => `${placed(each)} living`),
    ];
    return `    in ${count} of ${tried}: ${parts.join(', ')}`;
  });
  const more = decides.length > 5 ? ` and ${decides.length - 5} more` : '';
  const names = decides.slice(0, 5).map(placed).join(', ');
  return [`  order     the outcome depends on the order, for ${names}${more}`, ...ends];
}

function commandLines({ commands }: PolicyForecast, proxy: string): string[] {
  return [
    ...commands.kubectl.map((line) => `  $ ${line}`),
    ...commands.kubectlBefore120.map((line) => `  $ ${line}    # kubectl before 1.20`),
    ...cut(commands.curl.map((line) => `  $ ${line}    # with ${proxy}`)),
  ];
}
