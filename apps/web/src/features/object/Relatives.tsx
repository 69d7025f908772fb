import {
  type Aftermath,
  AUDIT_WORDS,
  compare,
  counted,
  formatCount,
  isBlocking,
  type NodeRecord,
  type ObjectDetails,
  type OwnerReference,
  type Uid,
  visibleText,
} from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { ViewLink } from '../../address/navigation.tsx';
import { ApiError, objectQuery } from '../../data/api.ts';
import { compareNames } from '../../data/natural-order.ts';
import { useGraphVersion, useLive, useUnreadKinds } from '../../data/use-graph.ts';
import { BreakableName } from '../../ui/BreakableName.tsx';
import { referenceFacts } from '../../ui/describe-reference.ts';
import { KindGlyph, StateLabels, StateSign } from '../../ui/Marks.tsx';
import { MissingKinds } from '../../ui/MissingKinds.tsx';
import { fullName } from '../../ui/object-name.ts';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { isGoing } from './is-going.ts';

const FOLDED = 12;

export interface OwnersProps {
  readonly record: NodeRecord;
  /** Whether the object is gone: its references are of the past. */
  readonly isGone: boolean;
  /** Owners that were observed and are gone. */
  readonly gone: ObjectDetails['goneOwners'];
}

/** The owners of an object, with the fields and the findings of each reference. */
export function Owners({ record, isGone, gone = [] }: OwnersProps): ReactNode {
  const { store } = useLive();
  useGraphVersion(store);
  return (
    <section>
      <h2>Owners {!record.virtual && <span className="soft">{record.owners.length}</span>}</h2>
      {record.owners.length === 0 && (
        <p className="soft">
          {record.virtual ? 'Unknown: gcscope has never seen the object itself.' : 'None.'}
        </p>
      )}
      <ul className="relatives">
        {record.owners.map((owner, index) => (
          <li key={`${owner.uid} ${owner.kind} ${owner.name}`}>
            <OwnerLink
              record={store.records.get(owner.uid)}
              gone={gone.find((each) => each.record.uid === owner.uid)?.record}
              owner={owner}
              of={record}
            />
            <p className="soft relative-facts">
              {visibleText(referenceFacts(owner, store.records.get(owner.uid), isGone).join(' · '))}
            </p>
            {record.summary?.wrong
              ?.filter((wrong) => wrong.index === index)
              .map(({ finding }) => (
                <p key={finding} className="state-word relative-facts" data-state="wrong">
                  <StateSign state="wrong" /> {AUDIT_WORDS[finding]}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface DependentsProps {
  readonly record: NodeRecord;
  /** The last known details of an object that is gone. */
  readonly details: ObjectDetails | undefined;
  /** The outcomes of the relatives of a removed object. */
  readonly aftermath: Aftermath | undefined;
}

/** The objects that name this one as their owner; of one that is gone, also those that did. */
export function Dependents({ record, details, aftermath }: DependentsProps): ReactNode {
  const { store } = useLive();
  const version = useGraphVersion(store);
  const unread = useUnreadKinds();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes in place; its version says when.
  const now = useMemo(
    () =>
      details?.dependents ??
      [...store.dependentsOf(record.uid)]
        .flatMap((uid) => store.records.get(uid) ?? [])
        .sort(byKindAndName),
    [store, version, record.uid, details],
  );
  const named = useMemo(
    () => (aftermath ? withPast(now, record.uid, aftermath) : now),
    [now, record.uid, aftermath],
  );
  const dependents = named.filter((each) => !isNamedWrongly(record, each));
  const wrongly = named.filter((each) => isNamedWrongly(record, each));
  const gone = new Set(aftermath?.gone);
  const total = Math.max((details?.dependentsTotal ?? 0) - wrongly.length, dependents.length);
  return (
    <section>
      <h2>
        Dependents{' '}
        <span className="soft">
          {aftermath?.isCut && 'at least '}
          {formatCount(total)}
          {aftermath && total > 0 && `, ${endOf(dependents, total, gone)}`}
        </span>
      </h2>
      {dependents.length === 0 && (
        <p className="soft">None{unread > 0 && ' among the objects read'}.</p>
      )}
      <DependentList records={dependents} of={record} gone={gone} />
      {wrongly.length > 0 && <NamedWrongly records={wrongly} of={record} gone={gone} />}
      <MissingKinds what="Dependents" kinds={unread} />
    </section>
  );
}

interface DependentListProps {
  readonly records: readonly NodeRecord[];
  readonly of: NodeRecord;
  readonly gone: ReadonlySet<Uid>;
}

function DependentList({ records, of, gone }: DependentListProps): ReactNode {
  const [open, setOpen] = useState(false);
  const shown = open ? records : records.slice(0, FOLDED);
  return (
    <>
      <ul className="relatives">
        {shown.map((dependent) => (
          <li key={dependent.uid}>
            <RelativeLink record={dependent} of={of} isGone={gone.has(dependent.uid)} />
          </li>
        ))}
      </ul>
      {records.length > FOLDED && (
        <Button className="button" data-quiet="" onPress={() => setOpen(!open)}>
          {open ? 'Show fewer' : `Show all ${records.length}`}
        </Button>
      )}
    </>
  );
}

/** Objects for which the collector does not find this owner; they may block its deletion all the same. */
function NamedWrongly(props: DependentListProps): ReactNode {
  const { records, of, gone } = props;
  const isAnyBlocking = records.some(({ owners }) =>
    owners.some((owner) => owner.uid === of.uid && isBlocking(owner)),
  );
  return (
    <>
      <h3 className="relatives-wrong">
        {counted(records.length, 'object wrongly names', 'objects wrongly name')} this object as
        owner
      </h3>
      <p className="soft">
        The collector looks up an owner by kind and name, in the namespace of the dependent. It does
        not find this object there. <RuleLink rule="CL-13" />
        {isAnyBlocking && (
          <>
            {' '}
            Those with <code>blockOwnerDeletion</code>{' '}
            {gone.has(of.uid) ? 'blocked' : 'still block'} its foreground deletion.{' '}
            <RuleLink rule="DM-10" />
          </>
        )}
      </p>
      <DependentList {...props} />
    </>
  );
}

/** Whether no reference to the owner leads to it: the collector looks for its kind and name in the dependent's namespace (CL-13). */
function isNamedWrongly(owner: NodeRecord, dependent: NodeRecord): boolean {
  const references = dependent.owners.filter(({ uid }) => uid === owner.uid);
  // For an unobserved owner, these references are all that is known. A past dependent has none any more.
  if (owner.virtual || references.length === 0) return false;
  const isElsewhere = owner.namespace !== '' && owner.namespace !== dependent.namespace;
  return (
    isElsewhere || references.every(({ kind, name }) => kind !== owner.kind || name !== owner.name)
  );
}

function byKindAndName(a: NodeRecord, b: NodeRecord): number {
  return (
    compare(a.kind, b.kind) ||
    compareNames(a.name, b.name) ||
    compareNames(a.namespace, b.namespace)
  );
}

/** Adds the objects that were dependents when the deletion of their owner began. */
function withPast(
  now: readonly NodeRecord[],
  owner: Uid,
  { records, removedReferences }: Aftermath,
): readonly NodeRecord[] {
  const known = new Set(now.map(({ uid }) => uid));
  const lost = new Set(
    removedReferences.filter((each) => each.owner === owner).map(({ uid }) => uid),
  );
  const past = records.filter(
    ({ uid, owners }) =>
      !known.has(uid) && (lost.has(uid) || owners.some((each) => each.uid === owner)),
  );
  return [...now, ...past].sort(byKindAndName);
}

/** `all gone`, `2 gone, 3 still to go, 1 stayed`. */
function endOf(dependents: readonly NodeRecord[], total: number, gone: ReadonlySet<Uid>): string {
  const went = dependents.filter(({ uid }) => gone.has(uid)).length;
  const going = dependents.filter((each) => !gone.has(each.uid) && isGoing(each)).length;
  const ends = [
    [went, 'gone'],
    [going, 'still to go'],
    [total - went - going, 'stayed'],
  ] as const;
  return ends
    .filter(([count]) => count > 0)
    .map(([count, end]) => {
      if (count < total) return `${formatCount(count)} ${end}`;
      return total === 1 ? end : `all ${end}`;
    })
    .join(', ');
}

interface OwnerLinkProps {
  /** The owner in the graph. */
  readonly record: NodeRecord | undefined;
  /** The last known record of an owner that is gone. */
  readonly gone: NodeRecord | undefined;
  readonly owner: OwnerReference;
  /** The dependent. */
  readonly of: NodeRecord;
}

/** An owner; if it left the graph, as the server remembers it. */
function OwnerLink({ record, gone, owner, of }: OwnerLinkProps): ReactNode {
  const { data, error } = useQuery({ ...objectQuery(owner.uid), enabled: !record && !gone });
  // The graph may hold a virtual node for an owner that is gone.
  if (gone && (!record || record.virtual)) return <RelativeLink record={gone} of={of} isGone />;
  if (record) return <RelativeLink record={record} of={of} />;
  if (data) return <RelativeLink record={data.record} of={of} isGone={data.gone !== undefined} />;
  const isUnknown = error instanceof ApiError && error.code === 'uid-unknown';
  return <RelativeLink record={asRecord(owner, of.namespace, isUnknown)} of={of} />;
}

interface RelativeLinkProps {
  readonly record: NodeRecord;
  /** The object whose owner or dependent it is: in another namespace, the name alone would seem to be in the same one. */
  readonly of: NodeRecord;
  readonly isGone?: boolean;
}

function RelativeLink({ record, of, isGone = false }: RelativeLinkProps): ReactNode {
  return (
    <ViewLink
      page={{ page: 'object', uid: record.uid }}
      className="row wraps relative"
      title={visibleText(`${record.kind} ${record.name}`)}
    >
      <KindGlyph apiVersion={record.apiVersion} kind={record.kind} />
      <span className="relative-name">
        {visibleText(record.namespace === of.namespace ? record.name : fullName(record))}
      </span>
      <span className="soft relative-kind">
        <BreakableName name={record.kind} />
      </span>
      <span className="relative-states">
        <StateLabels record={record} absence={isGone ? 'gone' : undefined} />
      </span>
    </ViewLink>
  );
}

/** A record from a reference alone; `virtual`: the owner was never seen. */
function asRecord(owner: OwnerReference, namespace: string, virtual: boolean): NodeRecord {
  return {
    ...owner,
    namespace,
    owners: [],
    finalizers: [],
    virtual,
    beingDeleted: false,
    deletingDependents: false,
  };
}
