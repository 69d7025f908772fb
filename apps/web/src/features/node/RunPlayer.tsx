import './run.css';
import { visibleText } from '@gcscope/gc-core/wire';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useAddress, useGo, useView, ViewLink } from '../../address/navigation.tsx';
import { Banners } from '../../ui/Banners.tsx';
import { Message } from '../../ui/Message.tsx';
import { PlayerControls } from '../../ui/PlayerControls.tsx';
import { Playing } from '../../ui/Playing.tsx';
import { ShareMenu } from '../../ui/ShareMenu.tsx';
import { useBeyond } from '../../ui/use-beyond.ts';
import { usePlayerKeys } from '../../ui/use-player-keys.ts';
import type { NodeQuestion, NodeView, RunPlayback, RunRef } from '../../worker/node-messages.ts';
import type { PlayerClient } from '../../worker/player-client.ts';
import { Containers } from './Containers.tsx';
import { Images } from './Images.tsx';
import { itemsOn, planInRun } from './item-plan.ts';
import { Others } from './Others.tsx';
import { RunSteps } from './RunSteps.tsx';
import { runTitle, StepText } from './StepText.tsx';
import { useLeave, useRunPlayback } from './use-node.ts';
import { useRunCursor } from './use-run-cursor.ts';
import { Written } from './Written.tsx';

export interface RunPlayerProps {
  readonly client: PlayerClient;
  readonly question: NodeQuestion;
  readonly view: NodeView;
  readonly run: RunRef;
}

/** A run of the kubelet, decision by decision: the items that stay on the node and why, and the kubelet's log. */
export function RunPlayer({ client, question, view, run }: RunPlayerProps): ReactNode {
  const { data: playback, error } = useRunPlayback(client, question, run);
  if (error) {
    return (
      <Message title="This run cannot be shown" text={error.message}>
        <ViewLink change={{ run: undefined, step: undefined }} className="button">
          Show the node
        </ViewLink>
      </Message>
    );
  }
  if (!playback) return <Playing />;
  return <Stage view={view} run={run} playback={playback} />;
}

interface StageProps {
  readonly view: NodeView;
  readonly run: RunRef;
  readonly playback: RunPlayback;
}

function Stage({ view, run, playback }: StageProps): ReactNode {
  const go = useGo();
  const leave = useLeave();
  const address = useAddress();
  const last = playback.steps.length + 1;
  const place = useRunCursor(last);
  usePlayerKeys(place, () => go({ run: undefined, step: undefined }));
  const { cursor } = place;
  const beyond = useBeyond(useView().step, last);
  const items = useMemo(() => new Map(itemsOn(view).map((item) => [item.key, item])), [view]);
  const planOf = useMemo(
    () => planInRun(view, run, playback.steps, cursor),
    [view, run, playback, cursor],
  );
  const things = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor says which item is the current one.
  useEffect(() => {
    const box = things.current;
    const current = box?.querySelector('[aria-current=step]');
    if (!box || !(current instanceof HTMLElement) || box.scrollHeight <= box.clientHeight) return;
    const { top } = current.getBoundingClientRect();
    const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
    box.scrollTop += top - middle;
  }, [cursor]);
  return (
    <main className="column node" data-stepping="">
      <title>{`${runTitle(run)} · ${view.title} · gcscope`}</title>
      <div className="bar toolbar node-head">
        <ViewLink change={{ run: undefined, step: undefined }} className="button">
          <ArrowLeft size={14} aria-hidden /> Node
        </ViewLink>
        <h1 className="node-title cut">
          {runTitle(run)} <span className="soft">· {visibleText(view.title)}</span>
        </h1>
        <span className="soft cut node-source">{view.release} · Simulation only.</span>
        <span className="toolbar-gap" />
        {leave && (
          <ViewLink page={leave} change={{ selected: undefined }} className="button">
            {leave.page === 'scenes' ? 'All scenes' : 'Leave'}
          </ViewLink>
        )}
        <ShareMenu link={() => address} sections={[{ title: 'This view', items: [] }]} />
      </div>
      {cursor === last && <Banners texts={beyond} />}
      {/* The controls are at the bottom of the screen, but the keyboard reaches them first. */}
      <PlayerControls player={place}>
        <p className="player-place">
          <strong>
            step {cursor} of {last}
          </strong>
        </p>
      </PlayerControls>
      <div className="node-body" data-stepping="">
        <section
          ref={things}
          className="scrolls node-things"
          aria-label="Left on the node"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
          tabIndex={0}
        >
          {run.collect !== 'images' && (
            <>
              <Containers view={view} planOf={planOf} />
              <Others view={view} planOf={planOf} />
            </>
          )}
          {run.collect !== 'containers' && (
            <section className="node-part" aria-label="Images">
              <Images view={view} planOf={planOf} />
            </section>
          )}
        </section>
        <section className="run-now" aria-label="This step">
          <div className="run-step" aria-live={place.running ? 'off' : 'polite'}>
            <StepText view={view} playback={playback} place={place} items={items} />
          </div>
          <Written playback={playback} cursor={cursor} />
        </section>
        <RunSteps view={view} playback={playback} place={place} items={items} />
      </div>
    </main>
  );
}
