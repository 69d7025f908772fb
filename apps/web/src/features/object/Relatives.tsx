import {
  type NodeRecord,
  type ObjectDetails,
  type OwnerReference,
  type ReferenceFault,
  visibleText,
} from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { ViewLink } from '../../address/navigation.tsx';
import { ApiError, objectQuery } from '../../data/api.ts';
import { isUnread, useConnection, useGraphVersion, useLive } from '../../data/use-graph.ts';
import { KindGlyph, StateLabels, StateSign } from '../../ui/Marks.tsx';

const FAULTS: Readonly<Record<ReferenceFault, string>> = {
  dangling: 'no such object exists',
  'stale-uid': 'the object of that name has another uid now',
  'wrong-kind': 'the object with this uid is of another kind',
  'wrong-name': 'the object with this uid has another name',
  'wrong-version': 'the API version is not the one the object is known by',
  'cross-namespace': 'the owner is in another namespace, which counts as absent',
  'cluster-child-of-namespaced': 'a cluster-scoped object cannot have a namespaced owner',
  unresolvable: 'no such kind is served',
};

const FOLDED = 12;

export interface OwnersProps {
  readonly record: NodeRecord;
  /** Those of its owners that were seen and are no more. */
  readonly gone: ObjectDetails['goneOwners'];
}

/** The owners a record names, with what each reference says and whether it holds. */
export function Owners({ record, gone = [] }: OwnersProps): ReactNode {
  const { store } = useLive();
  useGraphVersion(store);
  return (
    <section>
      <h2>
        Owners <span className="soft">{record.owners.length}</span>
      </h2>
      {record.owners.length === 0 && (
        <p className="soft">None: the collector never deletes it on its own.</p>
      )}
      <ul className="relatives">
        {record.owners.map((owner, index) => (
          <li key={`${owner.uid} ${owner.kind} ${owner.name}`}>
            <OwnerLink
              record={store.records.get(owner.uid)}
              gone={gone.find((each) => each.record.uid === owner.uid)?.record}
              owner={owner}
              namespace={record.namespace}
            />
            <p className="soft relative-facts">
              {[
                owner.controller === true ? 'controller' : undefined,
                owner.blockOwnerDeletion === true ? 'blocks its foreground deletion' : undefined,
              ]
                .filter((fact) => fact !== undefined)
                .join(' · ')}
            </p>
            {record.summary?.wrong
              ?.filter((wrong) => wrong.index === index)
              .map(({ fault }) => (
                <p key={fault} className="state-word relative-facts" data-state="wrong">
                  <StateSign state="wrong" /> {FAULTS[fault]}
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
  /** Of an object that is gone: what was last known. */
  readonly details: ObjectDetails | undefined;
}

/** The objects that name this one as an owner. */
export function Dependents({ record, details }: DependentsProps): ReactNode {
  const { store } = useLive();
  const version = useGraphVersion(store);
  const [open, setOpen] = useState(false);
  const unread = useConnection().health?.kinds.filter(isUnread).length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes in place; its version says when.
  const dependents = useMemo(
    () =>
      details?.dependents ??
      [...store.dependentsOf(record.uid)]
        .flatMap((uid) => store.records.get(uid) ?? [])
        .sort((a, b) => (a.kind + a.name < b.kind + b.name ? -1 : 1)),
    [store, version, record.uid, details],
  );
  const shown = open ? dependents : dependents.slice(0, FOLDED);
  return (
    <section>
      <h2>
        Dependents <span className="soft">{details?.dependentsTotal ?? dependents.length}</span>
      </h2>
      {dependents.length === 0 && (
        <p className="soft">Nothing {unread > 0 && 'that was read '}names it as an owner.</p>
      )}
      <ul className="relatives">
        {shown.map((dependent) => (
          <li key={dependent.uid}>
            <RelativeLink record={dependent} />
          </li>
        ))}
      </ul>
      {dependents.length > FOLDED && (
        <Button className="button" data-quiet="" onPress={() => setOpen(!open)}>
          {open ? 'Show fewer' : `Show all ${dependents.length}`}
        </Button>
      )}
      {unread > 0 && (
        <p className="soft">
          Dependents of{' '}
          <ViewLink change={{ dialog: 'kinds' }} className="text-link">
            {unread === 1 ? '1 kind' : `${unread} kinds`}
          </ViewLink>{' '}
          that could not be read would be missing here.
        </p>
      )}
    </section>
  );
}

interface OwnerLinkProps {
  /** The owner as the graph holds it. */
  readonly record: NodeRecord | undefined;
  /** As it was last seen, if it is gone. */
  readonly gone: NodeRecord | undefined;
  readonly owner: OwnerReference;
  /** That of the object that names the owner. */
  readonly namespace: string;
}

/** An owner; of one that left the graph what the server remembers. */
function OwnerLink({ record, gone, owner, namespace }: OwnerLinkProps): ReactNode {
  const { data, error } = useQuery({ ...objectQuery(owner.uid), enabled: !record && !gone });
  // The graph may hold the bare name of one that is gone.
  if (gone && (!record || record.virtual)) return <RelativeLink record={gone} isGone />;
  if (record) return <RelativeLink record={record} />;
  if (data) return <RelativeLink record={data.record} isGone={data.gone !== undefined} />;
  const isUnknown = error instanceof ApiError && error.code === 'uid-unknown';
  return <RelativeLink record={asRecord(owner, namespace, isUnknown)} />;
}

interface RelativeLinkProps {
  readonly record: NodeRecord;
  readonly isGone?: boolean;
}

function RelativeLink({ record, isGone = false }: RelativeLinkProps): ReactNode {
  return (
    <ViewLink
      page={{ page: 'object', uid: record.uid }}
      className="relative"
      title={visibleText(`${record.kind} ${record.name}`)}
    >
      <KindGlyph apiVersion={record.apiVersion} kind={record.kind} />
      <span className="cut relative-name">{visibleText(record.name)}</span>
      <StateLabels record={record} isGone={isGone} />
      <span className="soft cut relative-kind">{record.kind}</span>
    </ViewLink>
  );
}

/** What a reference says about an owner that the graph does not hold; `virtual`: it was never seen, either. */
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
