import '../features/object/terminating.css';
import {
  type AlikeCauses,
  alikeCauses,
  causeKey,
  causesOf,
  DELETION_STATES,
  DELETION_WORDS,
  describeTerminating,
  ROOT_CAUSE_TYPES,
  type RootCauseType,
  type SharedCause,
  type TerminatingObject,
  type TerminatingReport,
  type Uid,
  visibleText,
} from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { useView, ViewLink } from '../address/navigation.tsx';
import type { ViewSearch } from '../address/view-search.ts';
import { terminatingQuery } from '../data/api.ts';
import { toggled } from '../data/selection.ts';
import { useReport } from '../data/use-report.ts';
import { CauseDetails, Misleading, WaitChain } from '../features/object/Blockers.tsx';
import { DeletionWord } from '../features/object/DeletionWord.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Age } from '../ui/Marks.tsx';
import { counted, NamespaceChips } from '../ui/NamespaceChips.tsx';
import { NoMatch } from '../ui/NoMatch.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';
import { placeOfDeletion } from '../ui/place-of-deletion.ts';
import { ReportPage } from '../ui/ReportPage.tsx';
import { useShortened } from '../ui/use-shortened.tsx';

/** Cards drawn at once, and objects of a card; the rest is a press away and counted. */
const PAGE = 50;
const LISTED = 5;
/** Cards of causes that are alike. */
const ALIKE = 3;
const NOTHING_CHOSEN = { deletionStates: undefined, causes: undefined, namespaces: [] };

/** All terminating objects by their root causes, blocked ones first. */
export function TerminatingPage(): ReactNode {
  const report = useReport(terminatingQuery());
  const waiting = 'Looking for the blockers of each object…';
  return (
    <ReportPage title="Terminating" report={report} waiting={waiting}>
      {(answer) => <Report report={answer} />}
    </ReportPage>
  );
}

function Report({ report }: { readonly report: TerminatingReport }): ReactNode {
  const { objects, unlisted, unread } = report;
  const view = useView();
  const causes = causesOf(objects);
  const shown = causes.filter((cause) => matches(cause, view));
  const [listed, more] = useShortened(alikeCauses(shown), 'causes', PAGE);
  return (
    <>
      <p className="soft" role="status">
        {describeTerminating(report)}
        {unlisted &&
          ` The list has ${objects.length.toLocaleString('en')} of them, blocked ones first.`}
        {causes.length > 0 && !unlisted && ` ${formatCauses(causes.length, objects.length)}`}
        {unread.length > 0 && ` Blockers of these kinds could not be read: ${unread.join(', ')}.`}
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
          <Alike key={alike.causes[0]?.key} {...alike} />
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

function Filters({ causes }: { readonly causes: readonly SharedCause[] }): ReactNode {
  const { deletionStates = [], causes: types = [] } = useView();
  const count = (holds: (cause: SharedCause) => boolean): number => causes.filter(holds).length;
  const places = counted(causes.flatMap(({ blocks }) => [...new Set(blocks.map(placeOfDeletion))]));
  return (
    <nav className="chips" aria-label="Filters">
      {causes.length > 0 && <span className="chips-label">Causes:</span>}
      {DELETION_STATES.map((state) => (
        <Chip
          key={state}
          word={DELETION_WORDS[state]}
          count={count(({ cause }) => cause.state === state)}
          current={deletionStates.includes(state)}
          change={{ deletionStates: toggled(deletionStates, state) }}
        />
      ))}
      {ROOT_CAUSE_TYPES.map((type) => (
        <Chip
          key={type}
          word={CAUSE_WORDS[type]}
          count={count(({ cause }) => cause.type === type)}
          current={types.includes(type)}
          change={{ causes: toggled(types, type) }}
        />
      ))}
      <NamespaceChips counts={places} />
    </nav>
  );
}

/** The types of root causes, as words on a filter. */
const CAUSE_WORDS: Readonly<Record<RootCauseType, string>> = {
  finalizer: 'finalizer',
  reference: 'reference or circle',
  kubelet: 'kubelet',
  discovery: 'API group does not answer',
  webhook: 'webhook',
  kind: 'kind cannot be read',
  'namespace-controller': 'namespace controller',
  work: 'goes by itself',
};

/** When a controller is gone, each object that it holds is a cause: a few cards say what to do, the rest is a press away. */
function Alike({ finalizer, causes }: AlikeCauses): ReactNode {
  const what = `objects with the finalizer ${visibleText(finalizer ?? '')}`;
  const [listed, more] = useShortened(causes, what, PAGE, ALIKE);
  return (
    <>
      {listed.map((cause) => (
        <CauseCard key={cause.key} cause={cause} />
      ))}
      {listed.length < causes.length && <li>{more}</li>}
    </>
  );
}

/** How many deletions wait for an object; its own does not. Zeros stay away. */
function formatWaiting(uid: Uid, blocks: readonly TerminatingObject[]): string {
  const waiting = blocks.filter(({ object }) => object.uid !== uid).length;
  if (waiting === 0) return '';
  const other = waiting < blocks.length ? 'other ' : '';
  if (waiting === 1) return `1 ${other}deletion waits for it`;
  return `${waiting.toLocaleString('en')} ${other}deletions wait for it`;
}

/** The chain of an object leads to the first of its causes. */
function leadsTo({ rootCauses: [first] }: TerminatingObject, cause: string): boolean {
  return first !== undefined && causeKey(first) === cause;
}

/** One cause: what to do about it, and every deletion that it holds up. */
function CauseCard({ cause: { key, cause, blocks } }: { readonly cause: SharedCause }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  // From the cause on, along the chain of those that wait for each other.
  const inChain = blocks.toSorted((a, b) => a.chain.length - b.chain.length);
  const listed = isOpen ? inChain : inChain.slice(0, LISTED);
  return (
    <li className="terminating-row" data-deletion={cause.state}>
      <header className="finding-head">
        <DeletionWord state={cause.state} />
        <ObjectLink object={cause.object} />
        <span className="finding-fault">{formatWaiting(cause.object.uid, blocks)}</span>
      </header>
      <CauseDetails cause={cause} hasState={false} />
      <ul className="deletions-held" aria-label="Deletions that it holds up">
        {listed.map((each) => (
          <li key={each.object.uid}>
            <ObjectLink object={each.object} />
            <span className="soft">
              for <Age since={each.since} />
              {each.rootCauses.length > 1 && `, 1 of ${each.rootCauses.length} causes`}
            </span>
            {leadsTo(each, key) && <WaitChain terminating={each} />}
            <Misleading terminating={each} />
          </li>
        ))}
      </ul>
      {blocks.length > LISTED && (
        <p>
          <button type="button" className="button" data-quiet="" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${blocks.length.toLocaleString('en')}`}
          </button>
        </p>
      )}
    </li>
  );
}
