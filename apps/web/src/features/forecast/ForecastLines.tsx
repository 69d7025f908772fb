import {
  describeAwaited,
  describeBlocked,
  describeUnverified,
  type ForecastColumn,
  formatCount,
  groupBy,
  linesOf,
  type PolicyForecast,
  parseApiVersion,
  pluralOf,
  type Sentence as SentenceParts,
  visibleText,
  WAY_NAMES,
  type Way,
  type WayLine,
  WORST_FIRST,
} from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { capital } from '../../ui/as-sentence.ts';
import { StateSign } from '../../ui/Marks.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { WAY_STATES } from './way-states.ts';

/** Lines shown at once; a button counts and shows more. */
const PAGE = 50;

export interface ForecastLinesProps {
  readonly column: ForecastColumn;
  /** The forecast that the lines are from; it may have more of them. */
  readonly forecast: PolicyForecast;
}

/** Every object that a deletion reaches, grouped by its outcome. */
export function ForecastLines({ column, forecast }: ForecastLinesProps): ReactNode {
  return WORST_FIRST.map((way) => {
    const lines = column.shown.get(way) ?? [];
    return (
      lines.length > 0 && (
        <WayOf key={way} way={way} lines={lines} column={column} forecast={forecast} />
      )
    );
  });
}

interface WayOfProps extends ForecastLinesProps {
  readonly way: Way;
  readonly lines: readonly WayLine[];
}

function WayOf({ way, lines, column, forecast }: WayOfProps): ReactNode {
  const { word, meaning } = WAY_NAMES[way];
  // The count includes lines that another column lists.
  const all = linesOf(forecast, way).length;
  const isPart = way === 'deleted' && linesOf(forecast, 'later').length > 0;
  const state = WAY_STATES[way];
  const [listed, more] = useShortened(lines, 'objects', PAGE * 4, PAGE);
  return (
    <details className="way" data-way={way} open={way !== 'deleted' || lines.length <= 12}>
      <summary>
        {state && <StateSign state={state} />}
        {isPart || lines.length < all ? (
          <>
            <b>{formatCount(lines.length)}</b>
            {lines.length < all && ` of ${formatCount(all)}`} {isPart ? 'deleted at once' : word}
          </>
        ) : (
          // The number stands at the top of the column.
          capital(word)
        )}
      </summary>
      <p className="soft way-why">
        {meaning} {kindCounts(lines)}
      </p>
      {byWait(listed).map(({ wait, together }) => (
        <Fragment key={`${together[0]?.object.uid} ${together[0]?.rule}`}>
          {wait && (
            <p className="way-wait">
              <Sentence text={wait} />:
            </p>
          )}
          <ul>
            {together.map((line) => (
              <Line
                key={`${line.object.uid} ${line.rule}`}
                line={line}
                rules={column.rulesOf(way, line)}
                hasWait={!wait}
              />
            ))}
          </ul>
        </Fragment>
      ))}
      {more}
    </details>
  );
}

/** The blocker of a line, or a possible one; several lines may have the same. */
function waitOf(line: WayLine): SentenceParts | undefined {
  if ('unread' in line) return describeUnverified(line);
  // The sentence about what is in Terminating says more than what it waits for.
  if ('by' in line && !line.terminating) return describeBlocked(line);
  return 'after' in line && line.after ? describeAwaited(line.after) : undefined;
}

interface ListOfLines {
  /** The wait that all of them share, if it is said above them. */
  readonly wait: SentenceParts | undefined;
  readonly together: readonly WayLine[];
}

/** Lines that wait for the same thing; those without such company, in one list where they follow each other. */
function byWait(lines: readonly WayLine[]): readonly ListOfLines[] {
  const lists: ListOfLines[] = [];
  for (const together of groupBy(lines, waitKey).values()) {
    const [first] = together;
    const wait = together.length > 2 && first ? waitOf(first) : undefined;
    const last = lists.at(-1);
    if (wait || !last || last.wait) lists.push({ wait, together });
    else lists[lists.length - 1] = { wait, together: [...last.together, ...together] };
  }
  return lists;
}

/** Key that lines share if they wait for the same thing. */
function waitKey(line: WayLine): string {
  return JSON.stringify(waitOf(line)) ?? '';
}

interface LineProps {
  readonly line: WayLine;
  readonly rules: ReadonlySet<string>;
  /** Whether the line names its wait; otherwise the heading does. */
  readonly hasWait: boolean;
}

function Line({ line, rules, hasWait }: LineProps): ReactNode {
  const wait = hasWait && waitOf(line);
  return (
    <li>
      <div className="spread way-line">
        <ObjectLink object={line.object} />
        <span className="way-rules">
          {[...rules].map((rule) => (
            <RuleLink key={rule} rule={rule} />
          ))}
        </span>
      </div>
      {'owner' in line && (
        <p className="soft way-why">
          by <ObjectLink object={line.owner} />
        </p>
      )}
      {wait && (
        <p className="soft way-why">
          <Sentence text={wait} />
        </p>
      )}
      {'remadeBy' in line && line.remadeBy && (
        <p className="soft way-why">
          <ObjectLink object={line.remadeBy} /> creates a replacement
        </p>
      )}
      {'by' in line && line.terminating && (
        <p className="soft way-why">
          <Sentence text={describeBlocked(line)} />
        </p>
      )}
      {'text' in line && line.text && (
        <p className="soft way-why">
          <Sentence text={line.text} />
        </p>
      )}
    </li>
  );
}

/** `4 ReplicaSets, 3 Pods`; kinds of one name are told apart by their group. Nothing where the list is as short. */
function kindCounts(lines: readonly WayLine[]): string {
  if (lines.length < 4) return '';
  const groupOf = (apiVersion: string): string => parseApiVersion(apiVersion).group;
  const counts = groupBy(
    lines,
    ({ object: { kind, apiVersion } }) => `${kind}.${groupOf(apiVersion)}`,
  );
  const all = [...counts.values()]
    .flatMap((each) => {
      const [first] = each;
      const { kind = '', apiVersion = '' } = first?.object ?? {};
      return [{ kind, group: groupOf(apiVersion), count: each.length }];
    })
    .sort((a, b) => b.count - a.count);
  const isOne = (kind: string): boolean => all.filter((each) => each.kind === kind).length === 1;
  return all
    .map(({ kind, group, count }) => {
      const noun = count === 1 ? kind : pluralOf(kind);
      const name = isOne(kind) || group === '' ? noun : `${noun}.${group}`;
      return `${formatCount(count)}\u00a0${visibleText(name)}`;
    })
    .join(', ');
}
