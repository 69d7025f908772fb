import type { ReactNode } from 'react';
import type { Player } from '../../ui/PlayerControls.tsx';
import type { Item, NodeView, RunPlayback, RunRef } from '../../worker/node-messages.ts';
import { formatMoment, nameOf } from './describe-decision.ts';
import { Why } from './ItemRow.tsx';

export interface StepTextProps {
  readonly view: NodeView;
  readonly playback: RunPlayback;
  readonly place: Player;
  readonly items: ReadonlyMap<string, Item>;
}

/** The current step in words. */
export function StepText({ view, playback, place, items }: StepTextProps): ReactNode {
  const { cursor } = place;
  if (cursor === 0) return <p className="run-text">The run begins.</p>;
  const step = playback.steps[cursor - 1];
  if (!step) {
    return (
      <p className="run-text">
        {playback.error === undefined ? 'The run succeeds.' : `The run fails: ${playback.error}`}
      </p>
    );
  }
  const item = items.get(step.key);
  if (!item) return null;
  const state = step.action === 'remove' ? 'gone' : 'stays';
  return (
    <div className="run-text">
      <p>
        <span className="soft">{item.type}</span> <code className="name">{nameOf(item)}</code>
      </p>
      <Why view={view} item={item} plan={{ state, decided: step }} />
    </div>
  );
}

/** Title of a run. */
export function runTitle({ collect, at }: RunRef): string {
  switch (collect) {
    case 'containers':
      return `Container and log run ${formatMoment(at)}`;
    case 'images':
      return `Image run ${formatMoment(at)}`;
    case 'pressure':
      return 'Collection under disk pressure';
    case 'step':
      return `Step ${at + 1} of the scene`;
    default:
      return collect satisfies never;
  }
}
