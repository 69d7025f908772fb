import { isFirstEdit, type PlaybackOptions, plainText, type Step } from '@gcscope/gc-core/wire';
import {
  type PropsWithChildren,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useState,
} from 'react';
import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import { SPEEDS } from '../../address/view-search.ts';
import { PlayerControls } from '../../ui/PlayerControls.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { actorLook } from './actors.ts';
import { policiesOf } from './releases.ts';
import { beginComparison, foldedIn, showDetails, useFolded } from './show-details.ts';
import { simulatedTime } from './simulated-time.ts';
import type { SimulationSession } from './simulation-session.ts';
import { formatActions } from './timed-actions.ts';
import { usePlayer, useSession } from './use-session.ts';

interface PlayerBarProps {
  readonly session: SimulationSession;
  readonly options: PlaybackOptions;
}

export interface PlayerProps extends PlayerBarProps {
  /** The button that runs: it is always there. */
  readonly runRef: RefObject<HTMLButtonElement | null>;
}

/** The controls: start, back, run, next, end, a slider over all steps, speed, release, comparison and policy. */
export function PlayerBar({ session, options, runRef }: PlayerProps): ReactNode {
  const { step, view } = useSession(session);
  const player = usePlayer(session);
  const { cursor, last, running } = player;
  const widest = useMemo(() => widestPlace(view.steps), [view.steps]);
  return (
    <PlayerControls player={player} runRef={runRef}>
      <p className="player-place" data-widest={widest}>
        <strong>
          <span className="player-word">step </span>
          {cursor} of {last}
        </strong>
        {step && step.at > 0 && (
          <span className="soft player-time">after {simulatedTime(step.at)}</span>
        )}
      </p>
      <p className="hidden-visually" aria-live="polite">
        {step && !running && `Step ${cursor} of ${last}. ${describeStep(step)}`}
      </p>
      <Choices>
        <SpeedSelect session={session} />
        <ReleaseSelect session={session} options={options} />
        <BesideSelect session={session} options={options} />
      </Choices>
      <PolicySwitch session={session} options={options} onClicked={() => runRef.current?.focus()} />
    </PlayerControls>
  );
}

/** The longest text of the place: with room for it the slider keeps its length from step to step. */
function widestPlace(steps: readonly Step[]): string {
  let longest = '';
  for (const { at } of steps) {
    const time = at > 0 ? ` · after ${simulatedTime(at)}` : '';
    if (time.length > longest.length) longest = time;
  }
  return `step ${steps.length} of ${steps.length}${longest}`;
}

/** Rarely used choices; on a narrow page, a press unfolds them, because each row of controls takes room from the map. */
function Choices({ children }: PropsWithChildren): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!useWindow('narrow')) return children;
  return (
    <>
      <Button
        className="button"
        aria-label="More: speed, release, comparison"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': id })}
        onPress={() => setOpen(!isOpen)}
      >
        More
      </Button>
      {isOpen && (
        <div id={id} className="player-more">
          {children}
        </div>
      )}
    </>
  );
}

function SpeedSelect({ session }: Pick<PlayerBarProps, 'session'>): ReactNode {
  const go = useGo();
  const { speed } = useSession(session);
  return (
    <label className="player-choice">
      <span className="soft">Speed</span>
      <select
        value={speed}
        onChange={({ target }) => {
          const chosen = SPEEDS.find((each) => String(each) === target.value);
          go({ speed: chosen }, undefined, { replace: true });
        }}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each === 0.5 ? '½' : each}×
          </option>
        ))}
      </select>
    </label>
  );
}

/** The actions that stay with another policy or release: edits before the first step. */
function firstEdits({ actions }: PlaybackOptions): string | undefined {
  return formatActions(actions.filter(isFirstEdit));
}

interface PolicySwitchProps extends PlayerBarProps {
  /** Gives the arrow keys back to the player after a click; the keyboard goes on from the policy. */
  readonly onClicked: () => void;
}

function PolicySwitch({ session, options, onClicked }: PolicySwitchProps): ReactNode {
  const go = useGo();
  const { view } = useSession(session);
  if (view.propagationPolicy === undefined) return null;
  return (
    <ToggleButtonGroup
      className="switch"
      aria-label="Propagation policy; a change starts over"
      disallowEmptySelection
      selectedKeys={[view.propagationPolicy]}
      onSelectionChange={(keys) => {
        const policy = policiesOf(view.release).find((each) => keys.has(each.policy))?.policy;
        if (!policy) return;
        go({ policy, actions: firstEdits(options), step: undefined });
      }}
    >
      {policiesOf(view.release).map(({ policy }) => (
        <ToggleButton
          key={policy}
          id={policy}
          className="button"
          onPress={({ pointerType }) => {
            if (!['keyboard', 'virtual'].includes(pointerType)) onClicked();
          }}
        >
          {policy}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function ReleaseSelect({ session, options }: PlayerBarProps): ReactNode {
  const go = useGo();
  const { view } = useSession(session);
  return (
    <label className="player-choice">
      <span className="soft">Release</span>
      <select
        value={view.release}
        onChange={({ target }) =>
          go({ release: target.value, actions: firstEdits(options), step: undefined })
        }
      >
        {view.releases.map((release) => (
          <option key={release}>{release}</option>
        ))}
      </select>
    </label>
  );
}

/** Selects what to compare with: another policy or another release. */
function BesideSelect({ session }: PlayerBarProps): ReactNode {
  const go = useGo();
  const { beside = '' } = useView();
  const folded = useFolded();
  const { view } = useSession(session);
  const isNarrow = useWindow('narrow');
  const compare = (chosen: string): void => {
    if (chosen === '') go({ beside: undefined, ...foldedIn(showDetails(folded), false) });
    // Later the user may have unfolded them.
    else go(beside === '' ? beginComparison(chosen, folded, isNarrow) : { beside: chosen });
  };
  const policies = view.propagationPolicy === undefined ? [] : policiesOf(view.release);
  return (
    <label className="player-choice">
      <span className="soft">Compare with</span>
      <select value={beside} onChange={({ target }) => compare(target.value)}>
        <option value="">nothing</option>
        {policies
          .filter(({ policy }) => policy !== view.propagationPolicy)
          .map(({ policy }) => (
            <option key={policy}>{policy}</option>
          ))}
        {view.releases
          .filter((release) => release !== view.release)
          .map((release) => (
            <option key={release}>{release}</option>
          ))}
      </select>
    </label>
  );
}

function describeStep({ actor, sentence }: Pick<Step, 'actor' | 'sentence'>): string {
  return `${actorLook(actor).word}: ${plainText(sentence).replaceAll('`', '')}`;
}
