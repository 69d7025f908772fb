import { type ReactNode, useState } from 'react';
import { formatSpan } from '../../ui/age.ts';
import { ListMore } from '../../ui/ListMore.tsx';
import type { NodeView, SandboxItem } from '../../worker/node-messages.ts';
import type { PartProps } from './Containers.tsx';
import { podName } from './describe-decision.ts';
import { ItemRow } from './ItemRow.tsx';

/** Rows of each type shown at first; a button with their count shows more. */
const PAGE = 25;

/** Sandboxes, pod log directories and log links. */
export function Others({ view, planOf }: PartProps): ReactNode {
  const [most, setMost] = useState(PAGE);
  const more = { listed: most, page: PAGE, onMore: () => setMost(most + PAGE) };
  const folders = view.logs.filter(({ type }) => type === 'log directory');
  const links = view.logs.filter(({ type }) => type === 'log link');
  return (
    <>
      {view.sandboxes.length > 0 && (
        <section className="node-part" aria-label="Sandboxes">
          <h2>
            Sandboxes <span className="soft">{view.sandboxes.length}</span>
          </h2>
          <ul className="items">
            {view.sandboxes.slice(0, most).map((sandbox) => (
              <ItemRow
                key={sandbox.key}
                view={view}
                item={sandbox}
                plan={planOf(sandbox)}
                name={sandbox.id}
                facts={sandboxFacts(sandbox, view)}
              />
            ))}
          </ul>
          <ListMore {...more} total={view.sandboxes.length} what="sandboxes" />
        </section>
      )}
      {[
        { title: 'Pod log directories', items: folders, facts: '/var/log/pods' },
        { title: 'Log links', items: links, facts: '/var/log/containers' },
      ]
        .filter(({ items }) => items.length > 0)
        .map(({ title, items, facts }) => (
          <section key={title} className="node-part" aria-label={title}>
            <h2>
              {title} <span className="soft">{items.length}</span>
            </h2>
            <ul className="items">
              {items.slice(0, most).map((item) => (
                <ItemRow
                  key={item.key}
                  view={view}
                  item={item}
                  plan={planOf(item)}
                  name={item.id}
                  facts={[facts]}
                />
              ))}
            </ul>
            <ListMore {...more} total={items.length} what={title.toLowerCase()} />
          </section>
        ))}
    </>
  );
}

function sandboxFacts({ state, pod, age }: SandboxItem, { pods }: NodeView): string[] {
  const own = pods.find(({ uid }) => uid === pod);
  return [
    state === 'READY' ? 'Ready' : 'Not ready',
    `pod ${own ? podName(own) : pod}`,
    ...(age === undefined || age < 0 ? [] : [`${formatSpan(age)} old`]),
  ];
}
