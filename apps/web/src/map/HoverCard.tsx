import { counted, formatCount, plainText, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { OLD_REPLICA_SETS, type Stack, stackName, stackSize } from '@gcscope/picture';
import { useQuery } from '@tanstack/react-query';
import { memo, type NamedExoticComponent, type ReactNode, useEffect, useState } from 'react';
import { objectQuery } from '../data/api.ts';
import type { GraphStore } from '../data/graph-store.ts';
import { isUnseen, type Selection, shownRecord, UNSEEN } from '../data/selection.ts';
import { useLive, useRecord } from '../data/use-graph.ts';
import { describeReferences } from '../ui/describe-reference.ts';
import { Age, LiveStateLabels, StateLabel, StateLabels, StateSign } from '../ui/Marks.tsx';
import { kindAndName } from '../ui/object-name.ts';
import type { EdgeEnds } from './edges/edges-at.ts';
import type { HoverTarget } from './map-events.ts';
import { type HoverPoint, placeBeside } from './place-beside.ts';
import { objectsOf } from './world/faces.ts';

const NAMES_LATER = 'The names are not read yet.';

type Shown = Pick<Selection, 'ahead' | 'absent'>;

/** The map shows what the graph has. */
const NOTHING_ELSE: Shown = {};

/** The target under the pointer, and its place. */
export interface Hover extends HoverPoint {
  readonly target: HoverTarget;
}

/** The pointer must rest: a map full of flickering cards helps nobody. */
const REST_MILLIS = 350;

export interface HoverCardProps {
  readonly store: GraphStore;
  readonly hover: Hover;
  /** The stacks on the map, by uid. */
  readonly stacks: ReadonlyMap<Uid, Stack> | undefined;
  /** Selection that the map shows. */
  readonly selection: Shown | undefined;
}

/** Describes the target under the resting pointer: object, stack or line. It stays while chips move in a drag; Escape closes it. */
export const HoverCard: NamedExoticComponent<HoverCardProps> = memo(function HoverCard({
  store,
  hover,
  stacks,
  selection = NOTHING_ELSE,
}: HoverCardProps): ReactNode {
  const [rested, setRested] = useState<Hover>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(hover), REST_MILLIS);
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      clearTimeout(timer);
      setRested(undefined);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [hover]);
  if (rested !== hover) return null;
  const { target } = hover;
  const stack = 'uid' in target ? stacks?.get(target.uid) : undefined;
  return (
    <div className="hover-card floating" ref={(card) => placeBeside(card, hover)}>
      {stack ? (
        <HoverStack stack={stack} store={store} />
      ) : 'uid' in target ? (
        <HoveredObject store={store} uid={target.uid} selection={selection} />
      ) : (
        <HoveredEdges
          store={store}
          edges={target.edges}
          stacks={stacks}
          absent={selection.absent}
        />
      )}
    </div>
  );
});

/** The whole name and the facts of an object. */
function HoveredObject({
  store,
  uid,
  selection,
}: {
  readonly store: GraphStore;
  readonly uid: Uid;
  readonly selection: Shown;
}): ReactNode {
  const isLive = useLive().store === store;
  useRecord(store, uid);
  const record = shownRecord(selection, store, uid);
  const absence = selection.absent?.get(uid);
  if (!record) return null;
  const { blockedBy } = record.summary ?? {};
  return (
    <>
      <p className="name hover-name">{visibleText(record.name)}</p>
      <p className="soft">
        {record.kind}
        {record.namespace !== '' && ` · ${record.namespace}`}
        {record.creationTimestamp !== undefined && (
          <>
            {' · '}
            <Age since={record.creationTimestamp} />
          </>
        )}
      </p>
      <p>
        {isLive ? (
          <LiveStateLabels record={record} />
        ) : (
          <StateLabels record={record} absence={absence} />
        )}
      </p>
      {isUnseen(selection, store, uid) && <p className="soft">{UNSEEN}</p>}
      {store.isOutline && <p className="soft">{NAMES_LATER}</p>}
      {isLive ? (
        <HoverVerdict uid={uid} />
      ) : (
        blockedBy !== undefined &&
        absence === undefined && <p className="soft">blocked by {blockedBy}</p>
      )}
      {absence === undefined && record.finalizers.length > 0 && (
        <p className="soft name">finalizers: {record.finalizers.join(', ')}</p>
      )}
    </>
  );
}

/** All facts of the line of one object; of several lines the number of objects with that owner. */
function HoveredEdges({
  store: { records },
  edges,
  stacks = new Map(),
  absent,
}: {
  readonly store: GraphStore;
  readonly edges: readonly EdgeEnds[];
  readonly stacks: HoverCardProps['stacks'];
  readonly absent: Shown['absent'];
}): ReactNode {
  const [edge] = edges;
  if (!edge) return null;
  const owner = records.get(edge.owner);
  const dependents = edges.map(({ dependent }) => dependent);
  const { size } = objectsOf(dependents, stacks);
  const name = owner ? kindAndName(owner) : edge.owner;
  if (edge.waits) {
    const one = records.get(edge.dependent);
    const awaited = one ? kindAndName(one) : counted(size, 'object');
    return <p>{visibleText(`${name} waits for ${awaited}.`)}</p>;
  }
  if (size > 1) {
    const objects = `${formatCount(size)} objects`;
    return <p>{visibleText(`${objects} name ${name} as an owner.`)}</p>;
  }
  const dependent = records.get(edge.dependent);
  if (!dependent) return null;
  const isGone = absent?.get(edge.dependent) === 'gone';
  const isWaitedFor = owner?.deletingDependents === true && !isGone;
  return describeReferences(dependent, edge.owner, owner, isGone).map(
    ({ sentence, facts, findings, blocks }) => (
      <div key={sentence}>
        <p>{visibleText(sentence)}</p>
        {facts.length > 0 && <p className="soft">{visibleText(facts.join(' · '))}</p>}
        {findings.map((finding) => (
          <p key={finding} className="state-word" data-state="wrong">
            <StateSign state="wrong" /> {finding}
          </p>
        ))}
        {isWaitedFor && blocks && (
          <p>The foreground deletion of the owner waits for this dependent.</p>
        )}
      </div>
    ),
  );
}

/** The most names of a stack that are listed. */
const MOST_NAMES = 6;

/** The members of a stack, their states counted. */
function HoverStack({
  stack,
  store,
}: {
  readonly stack: Stack;
  readonly store: GraphStore;
}): ReactNode {
  const { members, each, isOld, isOpen, isBlocked, terminating, notVerified } = stack;
  const live = stackSize(stack) - terminating - notVerified;
  const names = members.slice(0, MOST_NAMES).map((uid) => store.records.get(uid)?.name ?? uid);
  const more = members.length - names.length;
  const toDo = isOpen ? 'Click to close.' : 'Click to see them one by one.';
  return (
    <>
      <p className="name hover-name">{visibleText(stackName(stack))}</p>
      {each !== undefined && <p className="soft">{visibleText(`each with 1 ${each}`)}</p>}
      {isOld && <p className="soft">{OLD_REPLICA_SETS}</p>}
      {isBlocked ? (
        <p>
          {formatCount(stackSize(stack))} <StateLabel state="blocked" />
        </p>
      ) : (
        live > 0 && <p>{formatCount(live)} live</p>
      )}
      {terminating > 0 && (
        <p>
          {formatCount(terminating)} <StateLabel state="terminating" />
        </p>
      )}
      {notVerified > 0 && (
        <p>
          {formatCount(notVerified)} <StateLabel state="not-verified" />
        </p>
      )}
      {!store.isOutline && (
        <p className="soft name">
          {visibleText(names.join(', '))}
          {more > 0 && `, and ${formatCount(more)} more`}
        </p>
      )}
      <p className="soft">{store.isOutline ? NAMES_LATER : toDo}</p>
    </>
  );
}

/** The verdict in one sentence, once it is there. */
function HoverVerdict({ uid }: { readonly uid: Uid }): ReactNode {
  const { data } = useQuery(objectQuery(uid));
  if (!data) return null;
  return <p>{visibleText(plainText(data.explanation.sentence).replaceAll('`', ''))}</p>;
}
