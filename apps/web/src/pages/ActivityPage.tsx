import {
  ACTIVITY_TYPES,
  type Activity,
  type ActivityEntry,
  type ActivityType,
  counted,
  DELETERS,
  type DeletedBy,
  formatCount,
  type Timestamp,
  visibleText,
} from '@gcscope/gc-core/wire';
import './activity.css';
import {
  AlarmClock,
  Anchor,
  CirclePlus,
  CircleX,
  Eye,
  EyeOff,
  Hourglass,
  Link2,
  type LucideIcon,
  Repeat,
  Scale,
} from 'lucide-react';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { useView, ViewLink } from '../address/navigation.tsx';
import { activityPath, activityQuery } from '../data/api.ts';
import { toggled } from '../data/selection.ts';
import { useLive } from '../data/use-graph.ts';
import { useReport } from '../data/use-report.ts';
import { type Alike, foldAlike, keysOfAlike, textOfAlike } from '../features/activity/alike.ts';
import {
  controllersAmong,
  describeRoutine,
  durationOf,
  foldRoutines,
  keysOf,
  type Routine,
} from '../features/activity/routine.ts';
import { isUnfolded, turned, type Unfolded } from '../features/activity/unfolded.ts';
import { ChipGroup } from '../ui/Chip.tsx';
import { clockTime } from '../ui/clock-time.ts';
import { ListMore } from '../ui/ListMore.tsx';
import { Age, Ago, KindGlyph } from '../ui/Marks.tsx';
import { NamespaceChips } from '../ui/NameChips.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';
import { PageFilters } from '../ui/PageFilters.tsx';
import { ReportPage } from '../ui/ReportPage.tsx';
import { Sentence } from '../ui/Sentence.tsx';

/** Lines listed at once. */
const PAGE = 100;
/** Changes that the server gives at most. The page asks for all of them, so that no joined line ends where a page ends. */
const MOST = 1000;
const NOTHING_CHOSEN = {
  changes: undefined,
  deleters: undefined,
  words: undefined,
  namespaces: [],
};

const LOOKS: Readonly<Record<ActivityType, { readonly word: string; readonly Icon: LucideIcon }>> =
  {
    created: { word: 'created', Icon: CirclePlus },
    deleting: { word: 'deletion began', Icon: Hourglass },
    gone: { word: 'gone', Icon: CircleX },
    finalizer: { word: 'finalizer', Icon: Anchor },
    reference: { word: 'owner', Icon: Link2 },
    verdict: { word: 'verdict', Icon: Scale },
    overdue: { word: 'overdue', Icon: AlarmClock },
    kind: { word: 'kind', Icon: EyeOff },
  };

/** The changes in the cluster since the server began to watch it, the latest first. */
export function ActivityPage(): ReactNode {
  const { changes: types = [], deleters = [], words = '', namespaces } = useView();
  const asked = { types, deleters, namespaces, words, limit: MOST };
  const report = useReport(activityQuery(asked));
  return (
    <ReportPage
      title="Activity"
      json={activityPath(asked)}
      report={report}
      waiting="Reading what happened…"
    >
      {(answer) => (
        <>
          <Summary activity={answer} />
          <Filters activity={answer} />
          {answer.entries.length > 0 ? <Lines activity={answer} /> : <NoChange />}
        </>
      )}
    </ReportPage>
  );
}

function Summary({
  activity: { since, total, remembered, isCut, deletions },
}: {
  readonly activity: Activity;
}): ReactNode {
  const isFiltered = useIsFiltered();
  const of = isFiltered ? ` of ${formatCount(remembered)}` : '';
  const isOne = (isFiltered ? remembered : total) === 1;
  return (
    <p className="soft" role="status">
      {total === 0 ? (isFiltered ? 'None' : 'No') : formatCount(total)}
      {of} {isOne ? 'change' : 'changes'} since gcscope began to watch, <Ago since={since} />.
      {isCut && ' Older changes are forgotten.'}{' '}
      {!isFiltered && <Deletions deletions={deletions} />}
    </p>
  );
}

function useIsFiltered(): boolean {
  const { changes = [], deleters = [], words = '', namespaces } = useView();
  return changes.length > 0 || deleters.length > 0 || words !== '' || namespaces.length > 0;
}

const DELETER_WORDS: Readonly<Record<DeletedBy, string>> = {
  collector: 'the collector',
  others: 'others',
  unknown: 'not known',
};

/** Numbers of deletions by deleter, each a link to these lines; nothing before the first deletion. */
function Deletions({
  deletions: { byCollector, byOthers, unknown },
}: {
  readonly deletions: Activity['deletions'];
}): ReactNode {
  const total = byCollector + byOthers + unknown;
  if (total === 0) return null;
  const parts = (
    [
      ['by the collector', 'collector', byCollector],
      ['by others', 'others', byOthers],
      ['by unknown clients', 'unknown', unknown],
    ] as const
  ).filter(([, , count]) => count > 0);
  return (
    <>
      <ViewLink className="text-link" change={{ deleters: DELETERS }}>
        {counted(total, 'deletion')}
      </ViewLink>
      :{' '}
      {parts.map(([words, deleter, count], at) => (
        <Fragment key={deleter}>
          {at > 0 && (at === parts.length - 1 ? ' and ' : ', ')}
          <ViewLink className="text-link" change={{ deleters: [deleter] }}>
            {formatCount(count)}
          </ViewLink>{' '}
          {words}
        </Fragment>
      ))}
      . gcscope infers who deleted.
    </>
  );
}

function Filters({ activity }: { readonly activity: Activity }): ReactNode {
  const { changes = [], deleters = [], namespaces } = useView();
  const counts = new Map(activity.namespaces.map(({ namespace, count }) => [namespace, count]));
  return (
    <PageFilters active={changes.length + deleters.length + namespaces.length}>
      <ChipGroup
        word="Change"
        chips={ACTIVITY_TYPES.map((type) => {
          const { word, Icon } = LOOKS[type];
          return {
            id: type,
            word,
            sign: <Icon size={14} aria-hidden />,
            count: activity.types[type] ?? 0,
            current: changes.includes(type),
            change: { changes: toggled(changes, type) },
          };
        })}
      />
      <ChipGroup
        word="Deleted by"
        chips={DELETERS.map((deleter) => ({
          id: deleter,
          word: DELETER_WORDS[deleter],
          count: activity.deleters[deleter] ?? 0,
          current: deleters.includes(deleter),
          change: { deleters: toggled(deleters, deleter) },
        }))}
      />
      <NamespaceChips counts={counts} />
    </PageFilters>
  );
}

function Lines({ activity: { entries, total } }: { readonly activity: Activity }): ReactNode {
  const lines = useLines(entries);
  const [most, setMost] = useState(PAGE);
  const [unfolded, setUnfolded] = useState<Unfolded>(new Set());
  return (
    <>
      <ol className="card activity">
        {lines.slice(0, most).map((line) =>
          'seq' in line ? (
            <Entry key={line.seq} entry={line} />
          ) : 'alike' in line ? (
            <FoldedLine
              key={`alike ${keysOfAlike(line).at(-1)}`}
              entries={line.alike}
              of={<AlikeObjects {...line} />}
              Icon={LOOKS[line.alike[0].type].Icon}
              isFolded={!isUnfolded(unfolded, keysOfAlike(line))}
              onFold={() => setUnfolded(turned(unfolded, keysOfAlike(line)))}
            >
              <Sentence text={textOfAlike(line)} />
            </FoldedLine>
          ) : (
            <FoldedLine
              key={`routine ${keysOf(line).at(-1)}`}
              entries={line.entries}
              of={<ObjectLink object={line.controller} />}
              Icon={Repeat}
              isFolded={!isUnfolded(unfolded, keysOf(line))}
              onFold={() => setUnfolded(turned(unfolded, keysOf(line)))}
            >
              {durationOf(line) ?? (
                <>
                  In the last <Age since={line.entries.at(-1)?.at} />
                </>
              )}
              : {describeRoutine(line)}
            </FoldedLine>
          ),
        )}
      </ol>
      <ListMore
        listed={Math.min(most, lines.length)}
        total={lines.length}
        what="lines"
        page={PAGE}
        onMore={() => setMost(most + PAGE)}
      />
      {total > entries.length && (
        <p className="soft">
          These lines hold the latest {formatCount(entries.length)} changes. Filters find older
          ones.
        </p>
      )}
    </>
  );
}

/** Changes as lines. In a search, none are joined, so that matches are visible. */
function useLines(entries: readonly ActivityEntry[]): readonly (ActivityEntry | Alike | Routine)[] {
  const { words = '' } = useView();
  const { store } = useLive();
  return useMemo(() => {
    if (words !== '') return entries;
    return foldAlike(foldRoutines(entries, controllersAmong(store.records.values())));
  }, [store, entries, words]);
}

function NoChange(): ReactNode {
  const isFiltered = useIsFiltered();
  return (
    <div className="message">
      <p>{isFiltered ? 'No change matches the filters.' : 'Changes appear here as they happen.'}</p>
      {isFiltered && (
        <ViewLink className="button" change={NOTHING_CHOSEN}>
          Show all changes
        </ViewLink>
      )}
    </div>
  );
}

interface FoldedLineProps {
  /** The latest first. */
  readonly entries: readonly ActivityEntry[];
  readonly of: ReactNode;
  readonly Icon: LucideIcon;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly children: ReactNode;
}

/** Many changes in one line; they unfold below it. */
function FoldedLine({ entries, of, Icon, isFolded, onFold, children }: FoldedLineProps): ReactNode {
  return (
    <li className="activity-group" data-open={!isFolded}>
      <div className="activity-entry">
        <When at={entries[0]?.at ?? ''} />
        {of}
        <span className="activity-text">
          <Icon size={14} aria-hidden />
          <span>{children}</span>
          <Button
            className="button activity-fold"
            data-quiet=""
            aria-expanded={!isFolded}
            onPress={onFold}
          >
            {isFolded ? `Show ${entries.length} changes` : 'Fold'}
          </Button>
        </span>
      </div>
      {!isFolded && (
        <ol>
          {entries.map((entry) => (
            <Entry key={entry.seq} entry={entry} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** Age of a change, and the time of day where there is room for it. */
function When({ at }: { readonly at: Timestamp }): ReactNode {
  return (
    <>
      <Age since={at} />
      <span className="activity-clock">{at !== '' && clockTime(at)}</span>
    </>
  );
}

/** Number and kind of objects with the same change, and their place. */
function AlikeObjects({ alike }: Alike): ReactNode {
  if (!alike[0].object) return <b>{alike.length} kinds</b>;
  const { apiVersion, kind } = alike[0].object;
  const [namespace = '', ...others] = new Set(alike.map(({ object }) => object?.namespace ?? ''));
  const place = others.length > 0 ? `${others.length + 1} namespaces` : visibleText(namespace);
  return (
    <span className="object-link">
      <KindGlyph apiVersion={apiVersion} kind={kind} />
      <span className="object-link-text">
        <b>{`${alike.length} × ${visibleText(kind)}`}</b>
        {place !== '' && <span className="soft"> · {place}</span>}
      </span>
    </span>
  );
}

function Entry({
  entry: { at, type, object, text, isReadable },
}: {
  readonly entry: ActivityEntry;
}): ReactNode {
  const Icon = isReadable ? Eye : LOOKS[type].Icon;
  return (
    <li className="activity-entry" data-type={type} data-readable={isReadable}>
      <When at={at} />
      {object ? <ObjectLink object={object} /> : <span />}
      <span className="activity-text">
        <Icon size={14} aria-hidden />
        <span>
          <Sentence text={text} />
        </span>
      </span>
    </li>
  );
}
