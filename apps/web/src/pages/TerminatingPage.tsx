import '../features/object/terminating.css';
import {
  type AlikeCauses,
  alikeCauses,
  alikeKey,
  causesOf,
  describeAlike,
  describeTerminating,
  formatCount,
  joined,
  type ObjectReference,
  type ReportedCause,
  type TerminatingObject,
  type TerminatingReport,
  visibleText,
} from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import { useView, ViewLink } from '../address/navigation.tsx';
import { TERMINATING_PATH, terminatingQuery } from '../data/api.ts';
import { useReport } from '../data/use-report.ts';
import { CauseAdvice, CauseText, Misleading, WaitChain } from '../features/object/Blockers.tsx';
import { DeletionWord } from '../features/object/DeletionWord.tsx';
import { DeletionFilters } from '../features/terminating/DeletionFilters.tsx';
import {
  ALL_DELETIONS,
  agesReached,
  inOrder,
  isFiltered,
  isMatch,
  matching,
} from '../features/terminating/filter-deletions.ts';
import { ForAge } from '../ui/Marks.tsx';
import { NoMatch } from '../ui/NoMatch.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';
import { ReportPage } from '../ui/ReportPage.tsx';
import { useLastPassed } from '../ui/use-age.ts';
import { useShortened } from '../ui/use-shortened.tsx';
import { useWindow } from '../ui/use-window.ts';

/** Cards drawn at once, and objects of a card; the rest is a press away and counted. */
const PAGE = 50;
const LISTED = 5;

/** All terminating objects by their root causes, blocked ones first. */
export function TerminatingPage(): ReactNode {
  const report = useReport(terminatingQuery());
  const waiting = 'Looking for the blockers of each object…';
  return (
    <ReportPage title="Terminating" json={TERMINATING_PATH} report={report} waiting={waiting}>
      {(answer) => <Report report={answer} />}
    </ReportPage>
  );
}

function Report({ report }: { readonly report: TerminatingReport }): ReactNode {
  const { unlisted, unread } = report;
  const objects = useMemo(() => inOrder(report.objects), [report]);
  const view = useView();
  const now = useLastPassed(useMemo(() => agesReached(objects), [objects]));
  const found = causesOf(objects);
  const causes = alikeCauses(found);
  const shown = alikeCauses(
    found.filter(({ cause, blocks }) => blocks.some((each) => isMatch(each, [cause], view, now))),
  );
  const matches = matching(objects, view, now);
  const named = new Set(matching(objects, { ...ALL_DELETIONS, words: view.words }, now));
  const [listed, more] = useShortened(shown, 'causes', PAGE);
  return (
    <>
      <p className="soft" role="status">
        {describeTerminating(report)}
        {unlisted && ` The list has ${formatCount(objects.length)} of them, blocked ones first.`}
        {isFiltered(view)
          ? ` ${formatMatches(matches.length, shown)}`
          : causes.length > 0 && !unlisted && ` ${formatCauses(causes, objects.length)}`}
        {unread.length > 0 && ` Blockers of these kinds could not be read: ${joined(unread)}.`}
      </p>
      {objects.length > 0 && <DeletionFilters objects={objects} now={now} />}
      {objects.length === 0 && unread.length === 0 && (
        <div className="message">
          <p>
            To see what the deletion of an object takes with it, and what could block it, open the
            object on the map and press “Forecast delete”.
          </p>
          <ViewLink className="button" page={{ page: 'map' }}>
            Open the map
          </ViewLink>
        </div>
      )}
      {causes.length > 0 && shown.length === 0 && (
        <NoMatch count={causes.length} noun="cause" all={ALL_DELETIONS} />
      )}
      <ul className="report-cards">
        {listed.map((alike) => (
          <CauseCard key={alike.key} alike={alike} named={named} />
        ))}
      </ul>
      {more}
    </>
  );
}

function formatMatches(objects: number, causes: readonly AlikeCauses[]): string {
  if (objects === 0) return '';
  const match = objects === 1 ? 'matches' : 'match';
  return `${formatCount(objects)} ${match} the filters. ${formatCauses(causes, objects)}`;
}

/** The cards are causes, the sentence before this one counts objects: says why there may be more of the first. */
function formatCauses(causes: readonly AlikeCauses[], objects: number): string {
  const them = objects === 1 ? 'it' : 'them';
  const blocking = causes.filter(({ cause }) => cause.state === 'blocked').length;
  if (causes.length === 1) return `1 cause ${blocking === 1 ? 'blocks' : 'delays'} ${them}.`;
  const verb = blocking === causes.length ? 'block' : blocking === 0 ? 'delay' : 'block or delay';
  const why = objects > 1 && causes.length > objects ? ' Some objects have several causes.' : '';
  return `${formatCount(causes.length)} causes ${verb} ${them}.${why}`;
}

/** Says how many deletions wait for the objects of a cause, and how many of them are listed; their own do not. */
function formatWaiting(alike: AlikeCauses, listed: number): string {
  const words = formatAllWaiting(alike);
  return listed === alike.waiting.length
    ? words
    : `${words}, ${formatCount(listed)} with these words`;
}

function formatAllWaiting({ causes, blocks, waiting }: AlikeCauses): string {
  const other = waiting.length < blocks.length ? 'other ' : '';
  const it = causes.length === 1 ? 'it' : 'them';
  if (waiting.length === 1) return `1 ${other}deletion waits for ${it}`;
  return `${formatCount(waiting.length)} ${other}deletions wait for ${it}`;
}

/** People ask for these. */
function namespacesFirst<Item>(
  items: readonly Item[],
  objectOf: (item: Item) => ObjectReference,
): readonly Item[] {
  const isNamespace = (item: Item): boolean => {
    const { apiVersion, kind } = objectOf(item);
    return apiVersion === 'v1' && kind === 'Namespace';
  };
  return [...items.filter(isNamespace), ...items.filter((each) => !isNamespace(each))];
}

interface CauseCardProps {
  readonly alike: AlikeCauses;
  /** The deletions with the words of the filter. */
  readonly named: ReadonlySet<TerminatingObject>;
}

/** A cause, with advice on it and the deletions that it blocks. */
function CauseCard({ alike, named }: CauseCardProps): ReactNode {
  const { cause, finalizer, blocks } = alike;
  const causes = namespacesFirst(alike.causes, (each) => each.cause.object);
  const waiting = namespacesFirst(
    alike.waiting.filter((each) => named.has(each)),
    ({ object }) => object,
  );
  const isSeveral = causes.length > 1;
  const isWide = useWindow('wide');
  const what = `objects with the finalizer ${visibleText(finalizer ?? '')}`;
  const [withIt, moreWithIt] = useShortened(causes, what, PAGE, LISTED);
  const [listed, more] = useShortened(waiting, 'deletions', PAGE, LISTED);
  const own =
    finalizer === undefined
      ? blocks.find(({ object }) => object.uid === cause.object.uid)
      : undefined;
  const ownCauses = numberOfCauses(own?.rootCauses ?? []);
  const [oldest] = blocks.flatMap((each) => each.since ?? []).sort();
  const since = own ? own.since : oldest;
  const objects = (
    <>
      <ObjectsWithIt alike={alike} causes={withIt} />
      {moreWithIt}
    </>
  );
  return (
    <li
      className="card report-card terminating-row"
      data-deletion={cause.state}
      data-several={isSeveral || undefined}
    >
      <header className="wraps finding-head">
        <DeletionWord state={cause.state} />
        {finalizer === undefined ? (
          <ObjectLink object={cause.object} />
        ) : (
          <code>{visibleText(finalizer)}</code>
        )}
        {since !== undefined && (
          <span className="soft">
            <ForAge since={since} />
            {ownCauses > 1 && `, 1 of ${ownCauses} causes`}
          </span>
        )}
        {alike.waiting.length > 0 && (
          <span className="finding-rule">{formatWaiting(alike, waiting.length)}</span>
        )}
      </header>
      <div className="report-text">
        {finalizer === undefined ? (
          <>
            <CauseText text={cause.text} rules={cause.rules} />
            {own && <DeletionNotes terminating={own} cause={alike.key} />}
          </>
        ) : (
          <>
            <CauseText text={describeAlike(alike)} rules={cause.rules} />
            {waiting.length > 0 && objects}
          </>
        )}
      </div>
      {isSeveral && waiting.length === 0 && <div className="report-rest">{objects}</div>}
      <CauseAdvice
        advice={withIt.flatMap((each) => each.cause.advice)}
        all={causes.flatMap((each) => each.cause.advice)}
        isOpen={isWide && !isSeveral}
      />
      {waiting.length > 0 && (
        <div className="report-rest">
          <ul
            className="report-objects"
            data-columns=""
            aria-label="Deletions that this cause blocks"
          >
            {listed.map((each) => (
              <li key={each.object.uid}>
                <Deletion terminating={each} cause={alike.key} />
              </li>
            ))}
          </ul>
          {more}
        </div>
      )}
    </li>
  );
}

interface ObjectsWithItProps {
  readonly alike: AlikeCauses;
  /** The shown causes of the group. */
  readonly causes: AlikeCauses['causes'];
}

/** The objects that have the finalizer. */
function ObjectsWithIt({ alike: { key, blocks }, causes }: ObjectsWithItProps): ReactNode {
  const deletions = new Map(blocks.map((each) => [each.object.uid, each]));
  return (
    <ul className="report-objects" data-columns="" aria-label="Objects with the finalizer">
      {causes.map(({ cause: { object } }) => {
        const deletion = deletions.get(object.uid);
        return (
          <li key={object.uid}>
            {deletion ? (
              <Deletion terminating={deletion} cause={key} />
            ) : (
              <div className="report-object">
                <ObjectLink object={object} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface DeletionProps {
  readonly terminating: TerminatingObject;
  /** By `alikeKey`. */
  readonly cause: string;
}

/** A deletion that a cause blocks. */
function Deletion(props: DeletionProps): ReactNode {
  const { object, since, rootCauses } = props.terminating;
  const causes = numberOfCauses(rootCauses);
  return (
    <>
      <div className="report-object">
        <ObjectLink object={object} />{' '}
        <span className="soft">
          <ForAge since={since} />
          {causes > 1 && `, 1 of ${causes} causes`}
        </span>
      </div>
      <div className="report-notes">
        <DeletionNotes {...props} />
      </div>
    </>
  );
}

function numberOfCauses(causes: readonly ReportedCause[]): number {
  return new Set(causes.map(alikeKey)).size;
}

/** The chain of blockers to the cause, and a note where the cause may mislead. */
function DeletionNotes({ terminating, cause }: DeletionProps): ReactNode {
  const [first] = terminating.rootCauses;
  return (
    <>
      {/* The chain of an object leads to the first of its causes. */}
      {first && alikeKey(first) === cause && <WaitChain terminating={terminating} />}
      <Misleading terminating={terminating} />
    </>
  );
}
