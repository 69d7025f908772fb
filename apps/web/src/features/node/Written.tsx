import '../../ui/evidence.css';
import { visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Pane } from '../../ui/Pane.tsx';
import type { RunPlayback } from '../../worker/node-messages.ts';

/** The kubelet's log so far, with the lines of this step marked, and its Events. */
export function Written({
  playback,
  cursor,
}: {
  readonly playback: RunPlayback;
  readonly cursor: number;
}): ReactNode {
  const lines = playback.steps
    .slice(0, cursor)
    .flatMap(({ log }, index) => log.map((text) => ({ text, isNew: index === cursor - 1 })));
  const isOver = cursor > playback.steps.length;
  const all = isOver ? [...lines, ...playback.log.map((text) => ({ text, isNew: true }))] : lines;
  const events = isOver ? playback.events : [];
  return (
    <>
      <Pane title="Kubelet’s log" count={all.length}>
        {all.length === 0 && <p className="soft">No log lines yet.</p>}
        <ol className="log">
          {all.map(({ text, isNew }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal lines are told apart by their place.
            <li key={at} data-new={isNew ? '' : undefined}>
              <code className="name">{visibleText(text)}</code>
            </li>
          ))}
        </ol>
      </Pane>
      <Pane title="Events" count={events.length}>
        {events.length === 0 && (
          <p className="soft">
            {isOver
              ? 'No Events: the kubelet sends none about what it removes.'
              : 'Events come at the end of the run.'}
          </p>
        )}
        <ol className="log">
          {events.map((event) => (
            <li key={event} data-new="">
              <code className="name">{visibleText(event)}</code>
            </li>
          ))}
        </ol>
      </Pane>
    </>
  );
}
