import { formatAge, groupBy, POD_STATE_WORDS, podName, visibleText } from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { useLive, useRecord } from '../../data/use-graph.ts';
import { useShortened } from '../../ui/use-shortened.tsx';
import type { ContainerItem, NodeView, PodView } from '../../worker/node-messages.ts';
import { ItemRow } from './ItemRow.tsx';
import { leftOf, type PlanOf } from './item-plan.ts';

export interface PartProps {
  readonly view: NodeView;
  readonly planOf: PlanOf;
}

/** Pods shown at first; a button with their count shows more. */
const PAGE = 20;

/** `5, 2 not running` */
function countOf(all: number, dead: number): string {
  if (dead === 0) return `${all}`;
  return `${all}, ${dead === all ? 'none running' : `${dead} not running`}`;
}

/** Containers by pod and name, the newest first. */
export function Containers({ view, planOf }: PartProps): ReactNode {
  const pods = useMemo(() => podsOf(view), [view]);
  const [shown, more] = useShortened(pods, 'pods', PAGE);
  const left = leftOf(view.containers, planOf);
  const dead = left.filter(({ state }) => state !== 'RUNNING').length;
  return (
    <section className="node-part" aria-label="Containers">
      <h2>
        Containers <span className="soft">{countOf(left.length, dead)}</span>
      </h2>
      {view.containers.length === 0 && <p className="soft">This node has no containers.</p>}
      {shown.map(({ pod, units }) => (
        <article key={pod.uid} className="card pod" data-pod={pod.state}>
          <PodHead pod={pod} />
          {units.map(({ name, containers }) => (
            <div key={name} className="unit">
              <h4 className="unit-name">
                <code className="name">{visibleText(name)}</code>{' '}
                <span className="soft">{describeUnit(containers, pod, view, planOf)}</span>
              </h4>
              <ul>
                {containers.map((container) => (
                  <ItemRow
                    key={container.key}
                    view={view}
                    item={container}
                    plan={planOf(container)}
                    facts={factsOf(container)}
                  />
                ))}
              </ul>
            </div>
          ))}
        </article>
      ))}
      {more}
    </section>
  );
}

function PodHead({ pod }: { readonly pod: PodView }): ReactNode {
  const { store } = useLive();
  // The pods of a scene or a file are not.
  const isInCluster = useRecord(store, pod.uid) !== undefined;
  const name = <span className="name">{visibleText(podName(pod))}</span>;
  return (
    <h3 className="wraps pod-name" title={pod.uid}>
      {pod.uid !== '' && <span className="soft">Pod</span>}
      {isInCluster ? (
        <ViewLink page={{ page: 'object', uid: pod.uid }} className="text-link">
          {name}
        </ViewLink>
      ) : (
        name
      )}
      <span className="pod-state" data-pod={pod.state}>
        {POD_STATE_WORDS[pod.state]}
      </span>
      {pod.owners.map(({ uid, kind, name }) => (
        <span key={uid} className="soft">
          of{' '}
          <ViewLink page={{ page: 'object', uid }} className="text-link name">
            {visibleText(`${kind} ${name}`)}
          </ViewLink>
        </span>
      ))}
    </h3>
  );
}

/** A pod with its containers, grouped by container name. */
interface PodOfContainers {
  readonly pod: PodView;
  readonly units: readonly {
    readonly name: string;
    readonly containers: readonly ContainerItem[];
  }[];
}

/** The pods that have containers. Those that lose one come first, the others follow in the order of the source. */
function podsOf({ pods, containers }: NodeView): PodOfContainers[] {
  const byPod = groupBy(containers, ({ pod }) => pod);
  const goes = ({ pod }: PodOfContainers): boolean =>
    (byPod.get(pod.uid) ?? []).some(({ decided }) =>
      decided.some(({ action }) => action === 'remove'),
    );
  return pods
    .filter(({ uid }) => byPod.has(uid))
    .map((pod) => {
      const units = groupBy(byPod.get(pod.uid) ?? [], ({ name }) => name);
      return { pod, units: Array.from(units, ([name, own]) => ({ name, containers: own })) };
    })
    .toSorted((a, b) => Number(goes(b)) - Number(goes(a)));
}

function describeUnit(
  containers: readonly ContainerItem[],
  pod: PodView,
  { policy }: NodeView,
  planOf: PlanOf,
): string {
  const left = leftOf(containers, planOf);
  const dead = left.filter(({ state }) => state !== 'RUNNING').length;
  const limit = policy.maxPerPodContainer;
  const isLimited = pod.state === 'live' || pod.state === 'terminated';
  const unlimited = policy.maxContainers < 0 ? 'no limit' : 'no limit of its own';
  const may = !isLimited ? 'keeps none' : limit < 0 ? unlimited : `keeps ${limit}`;
  const running = left.length - dead;
  return [...(running > 0 ? [`${running} running`] : []), `${dead} dead, ${may}`].join(' · ');
}

function factsOf({ state, attempt, age }: ContainerItem): string[] {
  const word = state.charAt(0) + state.slice(1).toLowerCase();
  return [
    word,
    `attempt ${attempt}`,
    age === undefined
      ? 'no creation time'
      : age < 0
        ? 'created in the future'
        : `${formatAge(age)} old`,
  ];
}
