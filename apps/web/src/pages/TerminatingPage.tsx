import '../features/object/terminating.css';
import {
  type AlikeCauses,
  alikeCauses,
  alikeKey,
  causesOf,
  DELETION_STATES,
  DELETION_WORDS,
  describeAlike,
  describeTerminating,
  joined,
  ROOT_CAUSE_TYPES,
  type RootCauseType,
  type SharedCause,
  type TerminatingObject,
  type TerminatingReport,
  visibleText,
} from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { useView, ViewLink } from '../address/navigation.tsx';
import type { ViewSearch } from '../address/view-search.ts';
import { TERMINATING_PATH, terminatingQuery } from '../data/api.ts';
import { toggled } from '../data/selection.ts';
import { useReport } from '../data/use-report.ts';
import {
  CauseAdvice,
  CauseDetails,
  CauseText,
  Misleading,
  WaitChain,
} from '../features/object/Blockers.tsx';
import { DeletionWord } from '../features/object/DeletionWord.tsx';
import { ChipGroup } from '../ui/Chip.tsx';
import { listedFirst } from '../ui/listed-first.ts';
import { Age } from '../ui/Marks.tsx';
import { NamespaceChips, namespaceCounts } from '../ui/NamespaceChips.tsx';
import { NoMatch } from '../ui/NoMatch.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';
import { placeOfDeletion } from '../ui/place-of-deletion.ts';
import { ReportPage } from '../ui/ReportPage.tsx';
import { useShortened } from '../ui/use-shortened.tsx';

/** Cards drawn at once, and objects of a card; the rest is a press away and counted. */
const PAGE = 50;
const LISTED = 5;
/** Objects with one finalizer that have their commands. */
const ADVISED = 10;
const NOTHING_CHOSEN = { deletionStates: undefined, causes: undefined, namespaces: [] };

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
  const { objects, unlisted, unread } = report;
  const view = useView();
  const found = causesOf(objects);
  const causes = alikeCauses(found);
  const shown = alikeCauses(found.filter((cause) => matches(cause, view)));
  const [listed, more] = useShortened(shown, 'causes', PAGE);
  return (
    <>
      <p className="soft" role="status">
        {describeTerminating(report)}
        {unlisted &&
          ` The list has ${objects.length.toLocaleString('en')} of them, blocked ones first.`}
        {causes.length > 0 && !unlisted && ` ${formatCauses(causes.length, objects.length)}`}
        {shown.length < causes.length && ` ${shown.length.toLocaleString('en')} shown.`}
        {unread.length > 0 && ` Blockers of these kinds could not be read: ${joined(unread)}.`}
      </p>
      <Filters causes={causes} />
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
        <NoMatch count={causes.length} noun="cause" all={NOTHING_CHOSEN} />
      )}
      <ul className="terminating">
        {listed.map((alike) => (
          <CauseCard key={alike.key} alike={alike} />
        ))}
      </ul>
      {more}
    </>
  );
}

/** The filters count causes, the sentence before this one objects: says why there may be more of the first. */
function formatCauses(causes: number, objects: number): string {
  const held = objects === 1 ? 'it' : 'them';
  if (causes === 1) return `1 cause holds ${held} up.`;
  const why = objects > 1 && causes > objects ? ' Some objects have several causes.' : '';
  return `${causes.toLocaleString('en')} causes hold ${held} up.${why}`;
}

function matches({ cause, blocks }: SharedCause, view: ViewSearch): boolean {
  const { deletionStates = [], causes = [], namespaces } = view;
  if (deletionStates.length > 0 && !deletionStates.includes(cause.state)) return false;
  if (causes.length > 0 && !causes.includes(cause.type)) return false;
  return (
    namespaces.length === 0 || blocks.some((each) => namespaces.includes(placeOfDeletion(each)))
  );
}

function Filters({ causes }: { readonly causes: readonly AlikeCauses[] }): ReactNode {
  const { deletionStates = [], causes: types = [] } = useView();
  const count = (holds: (cause: AlikeCauses) => boolean): number => causes.filter(holds).length;
  const places = namespaceCounts(
    causes.flatMap(({ blocks }) => [...new Set(blocks.map(placeOfDeletion))]),
  );
  return (
    <nav className="chips" aria-label="Filters">
      <ChipGroup
        word="Causes by state"
        chips={DELETION_STATES.map((state) => ({
          word: DELETION_WORDS[state],
          count: count(({ cause }) => cause.state === state),
          current: deletionStates.includes(state),
          change: { deletionStates: toggled(deletionStates, state) },
        }))}
      />
      <ChipGroup
        word="Causes by type"
        chips={ROOT_CAUSE_TYPES.map((type) => ({
          word: CAUSE_WORDS[type],
          count: count(({ cause }) => cause.type === type),
          current: types.includes(type),
          change: { causes: toggled(types, type) },
        }))}
      />
      <NamespaceChips counts={places} />
    </nav>
  );
}

/** The types of root causes, as words on a filter. */
const CAUSE_WORDS: Readonly<Record<RootCauseType, string>> = {
  finalizer: 'finalizer',
  reference: 'reference or cycle',
  kubelet: 'kubelet',
  discovery: 'API group does not answer',
  webhook: 'webhook',
  kind: 'kind cannot be read',
  'namespace-controller': 'namespace controller',
  work: 'goes by itself',
};

/** How many deletions wait for the objects of a cause; their own do not. Zeros stay away. */
function formatWaiting({ causes, blocks, waiting }: AlikeCauses): string {
  if (waiting.length === 0) return '';
  const other = waiting.length < blocks.length ? 'other ' : '';
  const it = causes.length === 1 ? 'it' : 'them';
  if (waiting.length === 1) return `1 ${other}deletion waits for ${it}`;
  return `${waiting.length.toLocaleString('en')} ${other}deletions wait for ${it}`;
}

/** One cause: what to do about it, and every deletion that it holds up. */
function CauseCard({ alike }: { readonly alike: AlikeCauses }): ReactNode {
  const { cause, finalizer, blocks, waiting } = alike;
  const [isOpen, setOpen] = useState(false);
  // Objects with the same finalizer have a list of their own.
  const held = finalizer === undefined ? blocks : waiting;
  const most = listedFirst(held.length, LISTED);
  const listed = isOpen ? held : held.slice(0, most);
  const [since] = blocks.flatMap((each) => each.since ?? []).sort();
  return (
    <li className="card report-card terminating-row" data-deletion={cause.state}>
      <header className="wraps finding-head">
        <DeletionWord state={cause.state} />
        {finalizer === undefined ? (
          <ObjectLink object={cause.object} />
        ) : (
          <code>{visibleText(finalizer)}</code>
        )}
        {since !== undefined && (
          <span className="soft">
            for <Age since={since} />
          </span>
        )}
        <span className="finding-rule">{formatWaiting(alike)}</span>
      </header>
      {finalizer === undefined ? (
        <CauseDetails cause={cause} hasState={false} />
      ) : (
        <ObjectsWithIt alike={alike} finalizer={finalizer} />
      )}
      {held.length > 0 && (
        <ul className="deletions-held" aria-label="Deletions that it holds up">
          {listed.map((each) => (
            <li key={each.object.uid} className="wraps">
              <Deletion terminating={each} cause={alike.key} />
            </li>
          ))}
        </ul>
      )}
      {held.length > most && (
        <p>
          <button type="button" className="button" data-quiet="" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${held.length.toLocaleString('en')}`}
          </button>
        </p>
      )}
    </li>
  );
}

/** The objects that have the finalizer, and what to do about them. */
function ObjectsWithIt({
  alike,
  finalizer,
}: {
  readonly alike: AlikeCauses;
  readonly finalizer: string;
}): ReactNode {
  const { key, cause, causes, blocks } = alike;
  const what = `objects with the finalizer ${visibleText(finalizer)}`;
  const [listed, more] = useShortened(causes, what, PAGE, LISTED);
  const deletions = new Map(blocks.map((each) => [each.object.uid, each]));
  return (
    <div className="cause" data-deletion={cause.state}>
      <CauseText text={describeAlike(alike)} rules={cause.rules} />
      <ul className="deletions-held" aria-label="Objects with the finalizer">
        {listed.map(({ cause: { object } }) => {
          const deletion = deletions.get(object.uid);
          return (
            <li key={object.uid} className="wraps">
              {deletion ? (
                <Deletion terminating={deletion} cause={key} />
              ) : (
                <ObjectLink object={object} />
              )}
            </li>
          );
        })}
      </ul>
      {more}
      <CauseAdvice advice={causes.slice(0, ADVISED).flatMap((each) => each.cause.advice)} />
      {causes.length > ADVISED && (
        <p className="soft">The page of each other object has its commands.</p>
      )}
    </div>
  );
}

/** A deletion that a cause holds up. */
function Deletion({
  terminating,
  cause,
}: {
  readonly terminating: TerminatingObject;
  /** By `alikeKey`. */
  readonly cause: string;
}): ReactNode {
  const { object, since, rootCauses } = terminating;
  const causes = [...new Set(rootCauses.map(alikeKey))];
  return (
    <>
      <ObjectLink object={object} />
      <span className="soft">
        for <Age since={since} />
        {causes.length > 1 && `, 1 of ${causes.length} causes`}
      </span>
      {/* The chain of an object leads to the first of its causes. */}
      {causes[0] === cause && <WaitChain terminating={terminating} />}
      <Misleading terminating={terminating} />
    </>
  );
}
