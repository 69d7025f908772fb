import { formatAge, formatBytes, visibleText } from '@gcscope/gc-core/wire';
import './timeline.css';
import { CircleAlert, Footprints } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGo, useView, ViewLink } from '../../address/navigation.tsx';
import type { ViewChange } from '../../address/view-search.ts';
import { SceneSources } from '../../ui/SceneSources.tsx';
import { SceneText } from '../../ui/SceneText.tsx';
import type { NodeView, RunRef, RunView } from '../../worker/node-messages.ts';
import { formatMoment } from './describe-decision.ts';
import { formatCounts, formatDays } from './summary.ts';

/** The runs that remove or report something, with the chosen time marked; a click chooses another. */
export function Timeline({ view }: { readonly view: NodeView }): ReactNode {
  const { moment } = useView();
  const rows = view.runs.filter(({ removed, events }) => removed.length + events.length > 0);
  const last = rows.findLast(({ at }) => moment !== undefined && at <= moment);
  return (
    <aside className="scrolls node-times" aria-label="Removal timeline">
      {view.description !== '' && (
        <details className="node-about" open={moment === undefined}>
          <summary>About this node</summary>
          <SceneText text={view.description} />
          <SceneSources sources={view.sources} />
        </details>
      )}
      <h2>Removal timeline</h2>
      <MomentSlider view={view} rows={rows} />
      <ol className="times">
        <li className="time" aria-current={moment === undefined ? 'step' : undefined}>
          <ViewLink change={{ moment: undefined }} className="time-jump">
            <strong>Now</strong> <span className="soft">before the first run</span>
          </ViewLink>
        </li>
        {rows.map((run) => (
          <TimeRow key={`${run.collect} ${run.at}`} run={run} isCurrent={run === last} />
        ))}
        <li className="time">
          <ViewLink change={{ moment: view.horizon }} className="time-jump">
            <strong>in {formatDays(view.horizon)}</strong>{' '}
            <span className="soft">end of the plan</span>
          </ViewLink>
        </li>
      </ol>
      <p className="soft node-times-note">
        From its start {view.up <= 0 ? 'now' : `${formatAge(view.up)} ago`}, the kubelet checks
        containers every minute and images every five minutes. The plan assumes that nothing starts,
        dies or is pulled.
      </p>
      <OtherRuns view={view} />
    </aside>
  );
}

function TimeRow({
  run,
  isCurrent,
}: {
  readonly run: RunView;
  readonly isCurrent: boolean;
}): ReactNode {
  const { at, collect, removed, events, error, freedBytes } = run;
  const words = formatCounts(removed);
  const sort = collect === 'containers' ? 'container and log' : 'image';
  return (
    <li
      className="time"
      aria-current={isCurrent ? 'step' : undefined}
      data-failed={error === undefined ? undefined : ''}
    >
      <ViewLink change={{ moment: at }} className="time-jump">
        <strong>{formatMoment(at)}</strong> <span className="soft">{sort} run</span>
        <span className="time-label">
          {words === '' ? 'removes nothing' : `removes ${words}`}
          {freedBytes > 0 && `, reports ${formatBytes(freedBytes)} as freed`}
        </span>
        {error !== undefined && (
          <span className="time-error" title={error}>
            <CircleAlert size={13} aria-hidden /> fails: {visibleText(error)}
          </span>
        )}
        {events.map((event) => (
          <code key={event} className="time-event name">
            {event.split(' ', 2).join(' ')}
          </code>
        ))}
      </ViewLink>
      {collect !== 'detectImages' && (
        <StepThrough run={{ collect, at }} what={`the ${sort} run ${formatMoment(at)}`} />
      )}
    </li>
  );
}

/** Opens a run decision by decision. */
function StepThrough({
  run,
  what,
  change,
}: {
  readonly run: RunRef;
  readonly what: string;
  readonly change?: ViewChange;
}): ReactNode {
  return (
    <ViewLink
      change={{ ...change, run, step: undefined }}
      className="button"
      label={`Step through ${what}`}
      title={`Step through ${what}`}
    >
      <Footprints size={14} aria-hidden />
    </ViewLink>
  );
}

/** Chooses among the times at which something happens. */
function MomentSlider({
  view,
  rows,
}: {
  readonly view: NodeView;
  readonly rows: readonly RunView[];
}): ReactNode {
  const go = useGo();
  const { moment } = useView();
  const moments = [...new Set([...rows.map(({ at }) => at), view.horizon])];
  const place = moment === undefined ? 0 : moments.filter((at) => at <= moment).length;
  const words = moment === undefined ? 'now, before the first run' : formatMoment(moment);
  return (
    <input
      className="player-way times-slider"
      type="range"
      aria-label="Time"
      aria-valuetext={words}
      min={0}
      max={moments.length}
      value={place}
      onChange={({ target }) =>
        go({ moment: moments[Number(target.value) - 1] }, undefined, { replace: true })
      }
    />
  );
}

/** Runs outside the kubelet’s loops: under disk pressure, and steps of the scenario. */
function OtherRuns({ view }: { readonly view: NodeView }): ReactNode {
  const { after = 0 } = useView();
  return (
    <>
      <h2>Under disk pressure</h2>
      <p className="time">
        <span className="time-jump">
          <span className="time-label">
            Before it evicts a pod, the eviction manager removes dead containers, then all unused
            images.
          </span>
        </span>
        <StepThrough
          run={{ collect: 'pressure', at: 0 }}
          what="the collection under disk pressure"
        />
      </p>
      {view.steps.length > 0 && (
        <>
          <h2>Steps of the scene</h2>
          <ol className="times">
            <ScriptRow words="Start" after={0} isCurrent={after === 0} />
            {view.steps.map(({ words, runs }, index) => (
              <ScriptRow
                // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place.
                key={index}
                words={`${index + 1}. ${words}`}
                after={index + 1}
                isCurrent={after === index + 1}
                {...(runs && { run: { collect: 'step', at: index } })}
              />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

interface ScriptRowProps {
  readonly words: string;
  readonly after: number;
  readonly isCurrent: boolean;
  readonly run?: RunRef;
}

function ScriptRow({ words, after, isCurrent, run }: ScriptRowProps): ReactNode {
  const before = after === 0 ? undefined : after;
  return (
    <li className="time" aria-current={isCurrent ? 'step' : undefined}>
      <ViewLink change={{ after: before, moment: undefined }} className="time-jump">
        <span className="time-label">{words}</span>
      </ViewLink>
      {run && (
        <StepThrough
          run={run}
          what={`step ${after} of the scene`}
          change={{ after: run.at === 0 ? undefined : run.at, moment: undefined }}
        />
      )}
    </li>
  );
}
