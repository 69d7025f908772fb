import type { QueueContents, Step } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { Breakable } from '../../ui/BreakableName.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { entryCount, newEntries, parseQueueLine } from './queue-line.ts';

export interface QueuesPaneProps {
  readonly step: Step;
  readonly previous: Step | undefined;
}

const MOST_ENTRIES = 50;

const QUEUES: readonly {
  readonly key: keyof QueueContents;
  readonly title: string;
  readonly meaning: string;
}[] = [
  {
    key: 'graphChanges',
    title: 'Graph changes',
    meaning: 'watch events that the graph builder has not processed',
  },
  {
    key: 'attemptToDelete',
    title: 'Attempt to delete',
    meaning: 'objects that the delete worker has not checked',
  },
  {
    key: 'attemptToOrphan',
    title: 'Attempt to orphan',
    meaning: 'owners whose dependents have not been orphaned',
  },
];

/** The three queues, the paused workers and the absent-owner cache after a step; new entries are marked. */
export function QueuesPane({ step, previous }: QueuesPaneProps): ReactNode {
  const { queues, paused = [], absentOwnerCache } = step;
  return (
    <Pane label="Queues" title="Queues after the step">
      <div className="queues">
        {QUEUES.map(({ key, title, meaning }) => (
          <div key={key}>
            <h3 title={meaning}>
              {title} <span className="soft">{entryCount(queues[key])}</span>
            </h3>
            <Entries lines={queues[key]} before={previous?.queues[key] ?? []} />
          </div>
        ))}
      </div>
      {paused.length > 0 && (
        <>
          <h3 title="Each is paused between two requests; other workers continue">
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
      <h3 title="Owners that do not exist; the collector does not ask for them again">
        Absent-owner cache <span className="soft">{entryCount(absentOwnerCache)}</span>
      </h3>
      <Entries lines={absentOwnerCache} before={previous?.absentOwnerCache ?? []} />
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
      <code className="name">
        <Breakable text={entry.name} />
      </code>
    </ViewLink>
  );
}
