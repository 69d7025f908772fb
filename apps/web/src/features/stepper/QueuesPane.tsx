import type { PausedWorker, QueueContents } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { entryCount, newEntries, parseQueueLine } from './queue-line.ts';

export interface QueuesPaneProps {
  readonly queues: QueueContents;
  readonly before: QueueContents;
  readonly paused: readonly PausedWorker[];
  readonly absent: readonly string[];
  readonly absentBefore: readonly string[];
}

const MOST_ENTRIES = 50;

const QUEUES: readonly {
  readonly key: keyof QueueContents;
  readonly title: string;
  readonly meaning: string;
}[] = [
  { key: 'graphChanges', title: 'Graph changes', meaning: 'what the graph builder has yet to see' },
  {
    key: 'attemptToDelete',
    title: 'Attempt to delete',
    meaning: 'what the delete worker has yet to look at',
  },
  {
    key: 'attemptToOrphan',
    title: 'Attempt to orphan',
    meaning: 'owners whose dependents are yet to be freed',
  },
];

/** The three queues, workers that stand and the absent-owner cache after a step; what came with it is marked. */
export function QueuesPane({
  queues,
  before,
  paused,
  absent,
  absentBefore,
}: QueuesPaneProps): ReactNode {
  return (
    <Pane label="Queues" title="Queues after the step">
      <div className="queues">
        {QUEUES.map(({ key, title, meaning }) => (
          <div key={key}>
            <h3 title={meaning}>
              {title} <span className="soft">{entryCount(queues[key])}</span>
            </h3>
            <Entries lines={queues[key]} before={before[key]} />
          </div>
        ))}
      </div>
      {paused.length > 0 && (
        <>
          <h3 title="Each is between two requests; others go on meanwhile">
            Paused workers <span className="soft">{paused.length}</span>
          </h3>
          <ol className="queue">
            {paused.map(({ queue, item, next: { method, path } }) => (
              <li key={`${queue} ${item}`} title={`before ${method} ${path}`}>
                <Entry line={item} />
                <span className="new-entry">before {method}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      <h3 title="Owners that are known not to exist: not asked for again">
        Absent-owner cache <span className="soft">{entryCount(absent)}</span>
      </h3>
      <Entries lines={absent} before={absentBefore} />
    </Pane>
  );
}

function Entries({
  lines,
  before,
}: {
  readonly lines: readonly string[];
  readonly before: readonly string[];
}): ReactNode {
  const isNew = newEntries(lines, before);
  if (lines.length === 0) return <p className="soft">empty</p>;
  return (
    <ol className="queue">
      {lines.slice(0, MOST_ENTRIES).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal, and their place is what they are.
        <li key={at} data-new={isNew[at] ? '' : undefined} title={line}>
          <Entry line={line} />
          {isNew[at] && <span className="new-entry">new</span>}
        </li>
      ))}
      {lines.length > MOST_ENTRIES && (
        <li className="soft">and {lines.length - MOST_ENTRIES} more</li>
      )}
    </ol>
  );
}

function Entry({ line }: { readonly line: string }): ReactNode {
  const entry = parseQueueLine(line);
  if (!entry) return <code className="name">{line}</code>;
  return (
    <ViewLink change={{ selected: entry.uid }} className="queue-entry">
      <span className="soft">
        {entry.change !== undefined && `${entry.change.toLowerCase()} `}
        {entry.kind}
        {entry.virtual && ' (virtual)'}
      </span>
      <code className="name">{entry.name}</code>
    </ViewLink>
  );
}
