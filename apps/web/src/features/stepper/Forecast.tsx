import {
  ALREADY_DELETED,
  counted,
  type NodeRecord,
  type Playback,
  plainText,
  type SceneSummary,
  type Uid,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { capital } from '../../ui/as-sentence.ts';
import { Pane } from '../../ui/Pane.tsx';
import { POLICIES } from '../../ui/policies.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { AboutScene, WordsToKnow } from './AboutScene.tsx';
import { NamedObject, ObjectLink } from './ObjectLinks.tsx';
import {
  describePlayedWait,
  formatOutcome,
  type Outcome,
  outcomeOf,
  PLAYED_ENDS,
} from './outcome.ts';

type Way = Parameters<Outcome['get']>[0];

export interface ForecastProps {
  readonly view: Playback;
  /** The graph after the last step. */
  readonly end: ReadonlyMap<Uid, NodeRecord>;
  readonly scene: SceneSummary | undefined;
  /** The choice of a side, in a comparison. */
  readonly sides: ReactNode;
  /** The button that opens and closes `intervene`. */
  readonly interveneSwitch: ReactNode;
  /** The list of steps, where it stands below the sentence. */
  readonly steps: ReactNode;
  readonly intervene: ReactNode;
}

const MOST_NAMES = 30;
/** The ends of objects that stay in Terminating. */
const WAITING: readonly Way[] = ['inDeletion', 'stayBlocked'];

/** The text before the first step: the meaning of the policy, the outcome of every object, and the assumptions. */
export function Forecast({
  view,
  end,
  scene,
  sides,
  interveneSwitch,
  steps,
  intervene,
}: ForecastProps): ReactNode {
  const isIdle = view.steps.length <= 1;
  const outcome = outcomeOf(view, end);
  const isWaiting = WAITING.some((way) => (outcome.get(way) ?? []).length > 0);
  return (
    <section className="column detail" aria-label="Outcome">
      <header className="detail-head">
        <div className="detail-text">
          {sides}
          <p className="detail-sentence">{scene ? scene.title : headline(view)}</p>
          <p className="soft">
            {isIdle
              ? `${isRepeated(view) ? 'It changes nothing' : 'The request has no further effect'}: the collector ${isWaiting ? 'waits for other actors' : 'has nothing to do'}.`
              : `${counted(view.steps.length, 'step')} until the collector is idle: ${formatOutcome(outcome)}. Step with the arrow keys, or run.`}
          </p>
        </div>
        {interveneSwitch}
      </header>
      {steps}
      <div className="panes">
        {intervene}
        {scene && <AboutScene scene={scene} view={view} />}
        {scene && <WordsToKnow scene={scene} view={view} />}
        {[...outcome].map(([way, records]) => (
          <Group key={way} way={way} records={records} />
        ))}
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

/** The effect of the DELETE, if it is the first one. */
function headline(view: Playback): string {
  const { propagationPolicy } = view;
  if (isRepeated(view)) {
    return `It is already being deleted. The simulation begins now, with a further DELETE (${propagationPolicy}).`;
  }
  const meaning = POLICIES.find(({ policy }) => policy === propagationPolicy)?.meaning;
  return `${propagationPolicy}: ${meaning}`;
}

/** Whether the object was in deletion before the simulation began. */
function isRepeated({ nodes, subject }: Playback): boolean {
  return nodes.some(({ uid, beingDeleted }) => uid === subject && beingDeleted);
}

interface GroupProps {
  readonly way: Way;
  readonly records: readonly NodeRecord[];
}

function Group({ way, records }: GroupProps): ReactNode {
  if (records.length === 0) return null;
  const { word, meaning } = PLAYED_ENDS[way];
  return (
    <Pane title={capital(word)} count={records.length}>
      <p className="soft note">{meaning}</p>
      <ul>
        {records.slice(0, MOST_NAMES).map((record) => (
          <li key={record.uid}>
            <NamedObject record={record} />
            {WAITING.includes(way) && <p className="soft note">{describePlayedWait(record)}</p>}
            {way === 'orphaned' && record.beingDeleted && (
              <p className="soft note">{ALREADY_DELETED}</p>
            )}
          </li>
        ))}
      </ul>
      {records.length > MOST_NAMES && (
        <p className="soft">And {records.length - MOST_NAMES} more, all on the map.</p>
      )}
    </Pane>
  );
}
