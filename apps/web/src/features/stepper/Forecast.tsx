import {
  type NodeRecord,
  type Playback,
  plainText,
  type SceneSummary,
  type Uid,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Pane } from '../../ui/Pane.tsx';
import { POLICIES } from '../../ui/policies.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { AboutScene, WordsToKnow } from './AboutScene.tsx';
import { NamedObject, ObjectLink } from './ObjectLinks.tsx';
import { outcomeOf, waitsFor } from './outcome.ts';

export interface ForecastProps {
  readonly view: Playback;
  /** The graph after the last step. */
  readonly end: ReadonlyMap<Uid, NodeRecord>;
  readonly scene: SceneSummary | undefined;
  /** The button that opens and closes `stepIn`. */
  readonly switchIn: ReactNode;
  readonly stepIn: ReactNode;
}

const MOST_NAMES = 30;

/** Before the first step: the meaning of the policy, the outcome of every object, and the assumptions. */
export function Forecast({ view, end, scene, switchIn, stepIn }: ForecastProps): ReactNode {
  const meaning = POLICIES.find(({ policy }) => policy === view.propagationPolicy)?.meaning;
  const isIdle = view.steps.length <= 1;
  const { gone, waiting, orphaned, kept } = outcomeOf(view, end);
  const counts = [
    `${gone.length} gone`,
    `${waiting.length} waiting`,
    `${orphaned.length} orphaned`,
    `${kept.length} unchanged`,
  ].join(', ');
  return (
    <section className="detail" aria-label="Outcome">
      <header className="detail-head">
        <p className="detail-sentence">
          {scene ? scene.title : `${view.propagationPolicy}: ${meaning}`}
        </p>
        <p className="soft">
          {isIdle
            ? `The request has no further effect: the collector ${waiting.length > 0 ? 'waits for other actors' : 'has nothing to do'}.`
            : `${view.steps.length} steps until the collector is idle: ${counts}. Step with the arrow keys, or run.`}
        </p>
        {switchIn}
      </header>
      <div className="panes">
        {stepIn}
        {scene && <AboutScene scene={scene} view={view} />}
        {scene && <WordsToKnow scene={scene} view={view} />}
        <Group title="Gone" records={gone} />
        <Group title="Waiting" records={waiting} note={(record) => `for ${waitsFor(record)}`} />
        <Group title="Orphaned" records={orphaned} />
        <Group title="Unchanged" records={kept} />
        {view.assumptions.length > 0 && (
          <Pane title="Assumptions">
            <ul className="assumptions">
              {view.assumptions.map((assumption) => (
                <li key={plainText(assumption)}>
                  <Sentence text={assumption} Link={ObjectLink} />
                </li>
              ))}
            </ul>
          </Pane>
        )}
      </div>
    </section>
  );
}

interface GroupProps {
  readonly title: string;
  readonly records: readonly NodeRecord[];
  readonly note?: (record: NodeRecord) => string;
}

function Group({ title, records, note }: GroupProps): ReactNode {
  if (records.length === 0) return null;
  return (
    <Pane title={title} count={records.length}>
      <ul>
        {records.slice(0, MOST_NAMES).map((record) => (
          <li key={record.uid}>
            <NamedObject record={record} />
            {note && <p className="soft note">{note(record)}</p>}
          </li>
        ))}
      </ul>
      {records.length > MOST_NAMES && (
        <p className="soft">And {records.length - MOST_NAMES} more, all on the map.</p>
      )}
    </Pane>
  );
}
