import './list.css';
import {
  AUDIT_WORDS,
  formatCount,
  type KindHealth,
  type NodeRecord,
  type OwnerReference,
  type Uid,
  visibleText,
} from '@gcscope/gc-core/wire';
import { Scale } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { useGo, useView, ViewLink } from '../../address/navigation.tsx';
import type { GraphStore } from '../../data/graph-store.ts';
import { NO_FILTER, type Selection, type Selector } from '../../data/selection.ts';
import { formatNone, type Tally, tallied } from '../../data/tally.ts';
import { useConnection, useGraphVersion } from '../../data/use-graph.ts';
import { Breakable } from '../../ui/BreakableName.tsx';
import { ClearFilters } from '../../ui/ClearFilters.tsx';
import { Age, Ago, KindGlyph, LiveStateLabels, StateLabel } from '../../ui/Marks.tsx';
import { fullName } from '../../ui/object-name.ts';
import { shorten, wholeOfCut } from '../../ui/shorten.ts';
import { useShortened } from '../../ui/use-shortened.tsx';
import { SortHeaders, SortSelect } from './SortHeaders.tsx';
import { listedOwner, sortRecords } from './sort-records.ts';
import { whyNotVerified } from './why-not-verified.ts';

export interface ObjectListProps {
  readonly store: GraphStore;
  readonly selector: Selector;
}

/** Rows drawn at once; a button counts and shows more. */
const PAGE = 200;

/** The map as a table: the same objects, those with problems first unless the address says otherwise. */
export function ObjectList({ store, selector }: ObjectListProps): ReactNode {
  const version = useGraphVersion(store);
  const { targets: ticked = [], sort } = useView();
  const go = useGo();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes in place; its version says when.
  const selection = useMemo(() => selector(store), [store, selector, version]);
  const records = useMemo(
    () =>
      sortRecords(
        selection.records.filter((record) => !selection.context.has(record.uid)),
        sort,
      ),
    [selection, sort],
  );
  const [shown, more] = useShortened(
    records,
    selection.matches.neverSeen === 0 ? 'objects' : 'objects and owners never seen',
    PAGE,
  );
  const tick = (uid: Uid, is: boolean): void => {
    const after = (before: readonly Uid[] = []): readonly Uid[] =>
      is ? [...before, uid] : before.filter((each) => each !== uid);
    go((before) => ({ targets: after(before.targets) }), undefined, { replace: true });
  };
  const isTicked = new Set(ticked);
  const targets = ticked.filter((uid) => store.records.has(uid));
  if (records.length === 0) return <NoObject all={selection.total} />;
  return (
    <div className="object-list" data-sort={sort?.replace('-', '')}>
      <SortSelect />
      <table>
        <caption className="hidden-visually">
          {sort === undefined ? 'Objects, problems first' : 'Objects'}
        </caption>
        <thead>
          <tr>
            <td className="list-tick" />
            <SortHeaders />
          </tr>
        </thead>
        <tbody>
          {shown.map((record) => (
            <Row
              key={record.uid}
              record={record}
              store={store}
              selection={selection}
              ticked={isTicked.has(record.uid)}
              onTick={tick}
            />
          ))}
        </tbody>
      </table>
      {more}
      {targets.length > 0 && (
        <p className="bar list-ticked">
          <ViewLink page={{ page: 'forecast' }} change={{ targets }} className="button">
            <Scale size={14} aria-hidden /> Forecast delete of {formatCount(targets.length)}
          </ViewLink>
          <Button
            className="button"
            data-quiet=""
            onPress={() => go({ targets: [] }, undefined, { replace: true })}
          >
            Deselect all
          </Button>
        </p>
      )}
    </div>
  );
}

/** The message of an empty list, as on the map: the number of objects that are not listed, and a link to all of them. */
function NoObject({ all }: { readonly all: Tally }): ReactNode {
  if (tallied(all) === 0) return <p className="message">There is no object.</p>;
  return (
    <div className="message" role="status">
      <p>{formatNone(all)}</p>
      <ClearFilters />
      <ViewLink className="button" change={{ ...NO_FILTER, camera: undefined }}>
        Show all
      </ViewLink>
    </div>
  );
}

interface RowProps {
  readonly record: NodeRecord;
  readonly store: GraphStore;
  readonly selection: Selection;
  readonly ticked: boolean;
  readonly onTick: (uid: Uid, is: boolean) => void;
}

type ListedOwner = Pick<OwnerReference, 'kind' | 'name'>;

interface ListedReason {
  readonly text: string;
  /** The owner that a wrong reference names, where no column names it. */
  readonly owner?: ListedOwner | undefined;
  /** A narrow list has no column of owners. */
  readonly isOwnerInColumn?: boolean;
}

/** The blocker of the object, the finding of its first wrong reference, and the reason why it is not verified. */
function reasonsOf(
  record: NodeRecord,
  store: GraphStore,
  kinds: readonly KindHealth[],
): readonly ListedReason[] {
  const { owners, summary } = record;
  const [wrong] = summary?.wrong ?? [];
  const owner = wrong && owners[wrong.index];
  const blocker = summary?.blockedBy;
  const unread = whyNotVerified(record, store, kinds);
  return [
    ...(blocker === undefined ? [] : [{ text: visibleText(blocker) }]),
    ...(wrong
      ? [
          {
            text: AUDIT_WORDS[wrong.finding],
            owner: owner && asListed(owner, record, store),
            isOwnerInColumn: owners.length === 1,
          },
        ]
      : []),
    ...(unread === undefined ? [] : [{ text: visibleText(unread) }]),
  ];
}

/** `web`, and of one in another namespace, which the collector does not find, `shop/web`. */
function asListed(
  owner: OwnerReference,
  { namespace }: NodeRecord,
  store: GraphStore,
): ListedOwner {
  const { kind } = owner;
  const there = store.records.get(owner.uid);
  // The namespace of an owner that was never seen is a guess.
  const isElsewhere = there && !there.virtual && there.namespace !== namespace;
  const name = isElsewhere ? fullName({ ...owner, namespace: there.namespace }) : owner.name;
  return { kind, name };
}

/** Names in references may have any length; hover shows a cut name whole. */
function ShortName({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string;
}): ReactNode {
  const visible = visibleText(text);
  return (
    <span className={className} title={wholeOfCut(visible)}>
      <Breakable text={shorten(visible)} />
    </span>
  );
}

interface OwnerNameProps {
  readonly owner: ListedOwner;
  /** Number of other owners. */
  readonly more?: number;
}

/** The name stands below the kind before it breaks. */
function OwnerName({ owner: { kind, name }, more = 0 }: OwnerNameProps): ReactNode {
  return (
    <>
      <ShortName text={kind} />{' '}
      <span className="list-owner-name">
        <ShortName text={name} />
        {more > 0 && `\u{a0}+\u{a0}${more}`}
      </span>
    </>
  );
}

function Row({ record, store, selection, ticked, onTick }: RowProps): ReactNode {
  const absence = selection.absent?.get(record.uid);
  const goneAt = selection.goneAt?.get(record.uid);
  const owner = listedOwner(record);
  const reasons = reasonsOf(record, store, useConnection().health?.kinds ?? []);
  return (
    <tr data-absent={absence}>
      <td className="list-tick">
        {!record.virtual && absence === undefined && (
          <input
            type="checkbox"
            aria-label={`Select ${record.kind} ${visibleText(record.name)}`}
            checked={ticked}
            onChange={(event) => onTick(record.uid, event.target.checked)}
          />
        )}
      </td>
      <th scope="row">
        <ViewLink page={{ page: 'object', uid: record.uid }} className="list-object">
          <KindGlyph apiVersion={record.apiVersion} kind={record.kind} />
          <span className="list-names">
            <ShortName text={record.name} className="name" />
            <span className="soft">
              <ShortName text={record.kind} />
              <span className="narrow-only">
                {record.namespace !== '' && ` · ${record.namespace}`}
              </span>
            </span>
          </span>
        </ViewLink>
      </th>
      <td className="list-state">
        {absence === undefined ? (
          <LiveStateLabels record={record} />
        ) : (
          <span className="state-line">
            <StateLabel state={absence} />
            {goneAt !== undefined && (
              <span className="soft">
                <Ago since={goneAt} />
              </span>
            )}
          </span>
        )}
        {reasons.map(({ text, owner: named, isOwnerInColumn }) => (
          <span key={text} className="list-reason soft">
            {text}
            {named !== undefined && (
              <span className={isOwnerInColumn ? 'narrow-only' : undefined}>
                : <OwnerName owner={named} />
              </span>
            )}
          </span>
        ))}
      </td>
      <td className="list-namespace">{record.namespace}</td>
      <td className="list-owner name soft">
        <span>
          {owner && (
            <OwnerName owner={asListed(owner, record, store)} more={record.owners.length - 1} />
          )}
        </span>
      </td>
      <td className="list-age soft">
        {absence === undefined && <Age since={record.creationTimestamp} />}
      </td>
    </tr>
  );
}
