import { formatAge, podName, visibleText } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { ListMore } from '../../ui/ListMore.tsx';
import { listedFirst } from '../../ui/listed-first.ts';
import type { Item, LogItem, NodeView, SandboxItem } from '../../worker/node-messages.ts';
import type { PartProps } from './Containers.tsx';
import { ItemRow } from './ItemRow.tsx';
import { leftOf } from './item-plan.ts';

/** Rows of each type shown at first; a button with their count shows more. */
const PAGE = 25;

/** Sandboxes, pod log directories and log links. */
export function Others({ view, planOf }: PartProps): ReactNode {
  const [most, setMost] = useState(PAGE);
  const logs = (type: LogItem['type'], folder: string): Row[] =>
    view.logs.filter((log) => log.type === type).map((item) => ({ item, facts: () => [folder] }));
  const parts = [
    {
      title: 'Sandboxes',
      items: view.sandboxes.map((item): Row => ({ item, facts: () => sandboxFacts(item, view) })),
    },
    { title: 'Pod log directories', items: logs('log directory', '/var/log/pods') },
    { title: 'Log links', items: logs('log link', '/var/log/containers') },
  ];
  return parts
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => {
      const listed = listedFirst(items.length, most);
      const left = leftOf(
        items.map(({ item }) => item),
        planOf,
      );
      return (
        <section key={title} className="node-part" aria-label={title}>
          <h2>
            {title} <span className="soft">{left.length}</span>
          </h2>
          <ul className="card items">
            {items.slice(0, listed).map(({ item, facts }) => (
              <ItemRow key={item.key} view={view} item={item} plan={planOf(item)} facts={facts()} />
            ))}
          </ul>
          <ListMore
            listed={listed}
            total={items.length}
            what={title.toLowerCase()}
            page={PAGE}
            onMore={() => setMost(most + PAGE)}
          />
        </section>
      );
    });
}

interface Row {
  readonly item: Item;
  /** For the rows that are shown: a node may have thousands. */
  readonly facts: () => string[];
}

function sandboxFacts({ state, pod, age }: SandboxItem, { pods }: NodeView): string[] {
  const own = pods.find(({ uid }) => uid === pod);
  return [
    state === 'READY' ? 'Ready' : 'Not ready',
    `pod ${visibleText(own ? podName(own) : pod)}`,
    ...(age === undefined || age < 0 ? [] : [`${formatAge(age)} old`]),
  ];
}
