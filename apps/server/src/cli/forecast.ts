import {
  aimKubectl,
  countedWays,
  describeAwaited,
  describeBlocked,
  describeOpenEnd,
  describeOrderIn,
  describeOutcomes,
  describeUnverified,
  type Forecast,
  type ForecastColumn,
  forecastColumns,
  joined,
  mostAboutOrder,
  type PolicyForecast,
  type PropagationPolicy,
  WAY_NAMES,
  type Way,
  type WayLine,
  WORST_FIRST,
} from '@gcscope/gc-core/wire';
import { clusterForecast } from '../insight/cluster-forecast.ts';
import type { ClusterRead } from './cluster-read.ts';
import { findObject } from './describe-object.ts';
import { usageError } from './exit-codes.ts';
import { cut, jsonOf, placed, printed, textOf } from './lines.ts';

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

/** The forecast of deleting the objects, as text or JSON. Throws `CommandError` for a wrong object. */
export async function forecastText(
  read: ClusterRead,
  { objects, policy, output }: ForecastQuestion,
  progress?: (text: string) => void,
): Promise<string> {
  const live = await read.live();
  const targets = objects.map((word) => findObject(live, word, read.namespace));
  const report = await clusterForecast(live, read, () => targets, {
    policies: POLICIES[policy],
    onProgress: ({ done, total }) =>
      progress?.(`Playing the deletion: ${done} of ${total} objects`),
  });
  progress?.('');
  if (report.policies.length === 0) {
    throw usageError(`Kubernetes ${report.release} has no ${policy} deletion.`);
  }
  const proxy = aimKubectl('kubectl proxy', live.view.kubectl);
  return output === 'json' ? jsonOf('Forecast', report) : textOf(linesOf(report, proxy));
}

function linesOf({ targets, policies, unread, release }: Forecast, proxy: string): string[] {
  const names = targets.map(placed).join(', ');
  const columns = forecastColumns(policies);
  return [
    targets.length === 0 ? 'Nothing to delete: the object is known only from references.' : names,
    ...(unread.length > 0
      ? [`Some objects may be missing, because gcscope cannot read these kinds: ${joined(unread)}.`]
      : []),
    ...(release === undefined ? [] : [`By the rules of Kubernetes ${release}.`]),
    ...columns.flatMap((column) => ['', ...columnLines(column, columns[0], proxy)]),
  ];
}

/** Policies under which every object ends alike, and what differs from the first; `proxy`: the command that the requests need to be running. */
function columnLines(
  column: ForecastColumn,
  first: ForecastColumn | undefined,
  proxy: string,
): string[] {
  const { policies, shown, alike, untouched, rulesOf } = column;
  const [forecast] = policies;
  if (!forecast) return [];
  const counts = countedWays(forecast).map(({ count, word }) => `${count} ${word}`);
  const width = Math.max(8, ...[...shown.keys()].map((way) => WAY_NAMES[way].word.length));
  return [
    `${policiesOf(column)}: ${counts.join(', ') || 'nothing changes'}${costOf(policies)}`,
    ...forecast.kinds.map((each) => `  ${kindLine(each)}`),
    ...namespaceLines(forecast),
    ...(first && first !== column
      ? [`  same as with ${policiesOf(first)}: ${alike}; different:`]
      : []),
    ...[...shown].flatMap(([way, lines]) =>
      cut(
        lines.map((line) => {
          const rules = [...rulesOf(way, line)].join(', ');
          return `  ${WAY_NAMES[way].word.padEnd(width)}  ${wayText(line)}  (${rules})`;
        }),
      ),
    ),
    ...cut(untouched.map((object) => `  ${WAY_NAMES.unchanged.word}  ${placed(object)}`)),
    ...storageLines(forecast),
    ...orderLines(mostAboutOrder(policies) ?? forecast),
    ...policies.flatMap((each) => commandLines(each, proxy)),
  ];
}

function policiesOf({ policies }: ForecastColumn): string {
  return policies.map(({ policy }) => policy).join(', ');
}

/** `; about 30 s (19 to 37 requests of the collector)`; nothing where the collector has nothing to do and nobody waits. */
function costOf(policies: readonly PolicyForecast[]): string {
  const seconds = Math.max(...policies.map((each) => each.seconds));
  const requests = policies.map((each) => each.requests);
  const [least, most] = [Math.min(...requests), Math.max(...requests)];
  if (most === 0 && seconds === 0) return '';
  const more = describeOpenEnd(policies);
  const time = seconds === 0 ? 'under a second' : `about ${seconds} s`;
  if (most === 0) return `; ${time}${more}`;
  const count = least === most ? `${most}` : `${least} to ${most}`;
  return `; ${time} (${count} ${most === 1 ? 'request' : 'requests'} of the collector)${more}`;
}

/** The object, and why it ends so. */
function wayText(line: WayLine): string {
  if ('by' in line) return `${placed(line.object)} ${printed(describeBlocked(line))}`;
  if ('owner' in line) return `${placed(line.object)} by ${placed(line.owner)}`;
  if ('text' in line && line.text) return `${placed(line.object)}: ${printed(line.text)}`;
  if ('unread' in line) return `${placed(line.object)}: ${printed(describeUnverified(line))}`;
  return 'after' in line || 'remadeBy' in line ? deletedText(line) : placed(line.object);
}

/** The object, what has to happen before it goes, and who makes a new one. */
function deletedText({ object, after, remadeBy }: PolicyForecast['deleted'][number]): string {
  const wait = after ? `: ${printed(describeAwaited(after))}` : '';
  return `${placed(object)}${wait}${remadeBy ? `; ${placed(remadeBy)} makes a new one` : ''}`;
}

/** Each object names its namespace; these lines warn of a deletion that reaches several. */
function namespaceLines({ namespaces }: PolicyForecast): string[] {
  if (namespaces.length < 2) return [];
  const names = namespaces.map((each) => (each === '' ? 'cluster-scoped objects' : each));
  const more = names.length > 20 ? ` and ${names.length - 20} more` : '';
  return [`  namespaces with changes: ${names.slice(0, 20).join(', ')}${more}`];
}

function kindLine({ kind, blocked, waiting, ...others }: PolicyForecast['kinds'][number]): string {
  const counts: Partial<Record<Way, number>> = { ...others, blocked: blocked - waiting, waiting };
  const ways = WORST_FIRST.flatMap((way) => {
    const count = counts[way] ?? 0;
    return count > 0 ? [`${count} ${WAY_NAMES[way].word}`] : [];
  });
  return `${kind}: ${ways.join(', ')}`;
}

function storageLines({ storage }: PolicyForecast): string[] {
  return cut(
    storage.map(({ object, volume, reclaimPolicy, after }) => {
      const on = volume ? volumeText(placed(volume), reclaimPolicy) : '';
      return `  storage   ${placed(object)}${on}${after === undefined ? '' : `, once ${after}`}`;
    }),
  );
}

function volumeText(volume: string, policy: string | undefined): string {
  if (policy === undefined) return `, and ${volume} if its reclaim policy is Delete`;
  return policy === 'Delete' ? `, and ${volume}` : `, but not ${volume} (reclaim policy ${policy})`;
}

/** Nothing where the order cannot matter. */
function orderLines(forecast: PolicyForecast): string[] {
  const { orders, decides } = forecast;
  if (orders === 'alike') return [];
  const text = `  order     ${describeOrderIn(forecast)}`;
  if (decides.length === 0) return [text];
  const outcomes = describeOutcomes(forecast).map(({ share, ways }) => {
    const ends = ways.flatMap(({ word, objects }) =>
      objects.map((each) => `${placed(each)} ${word}`),
    );
    return `    ${share}: ${ends.join(', ')}`;
  });
  const more = decides.length > 5 ? [`${decides.length - 5} more`] : [];
  const names = joined([...decides.slice(0, 5).map(placed), ...more]);
  return [`${text} ${names}`, ...outcomes];
}

function commandLines({ commands }: PolicyForecast, proxy: string): string[] {
  return [
    ...commands.kubectl.map((line) => `  $ ${line}`),
    ...commands.kubectlBefore120.map((line) => `  $ ${line}    # kubectl before 1.20`),
    ...cut(commands.curl.map((line) => `  $ ${line}    # with ${proxy}`)),
  ];
}
