import './player-bar.css';
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from 'react-aria-components';
import { IdleButton } from './IdleButton.tsx';

/** A sequence to step through, and its place. */
export interface Player {
  /** Number of steps taken, of `last`. */
  readonly cursor: number;
  readonly last: number;
  readonly running: boolean;
  /** Moves to the state after so many steps, or as near to it as there are. */
  readonly jump: (cursor: number) => void;
  /** Runs, or pauses; at the end it starts over. */
  readonly toggle: () => void;
}

export interface PlayerControlsProps {
  readonly player: Player;
  readonly runRef?: Ref<HTMLButtonElement>;
  /** The place in words; then other choices. */
  readonly children: ReactNode;
}

/** The controls of a player: start, back, run, next, end, and a slider over all steps. */
export function PlayerControls({ player, runRef, children }: PlayerControlsProps): ReactNode {
  const { cursor, last, running, jump, toggle } = player;
  const control = (label: string, to: number, sign: ReactNode): ReactNode => (
    <IdleButton
      className="button"
      data-square=""
      aria-label={label}
      isIdle={to < 0 || to > last || to === cursor}
      onPress={() => jump(to)}
    >
      {sign}
    </IdleButton>
  );
  return (
    <section className="wraps player" aria-label="Player">
      <div className="player-buttons">
        {control('To the beginning (Home)', 0, <SkipBack size={16} />)}
        {control('Back (←)', cursor - 1, <ChevronLeft size={18} />)}
        <Button
          ref={runRef}
          className="button player-run"
          data-primary=""
          isDisabled={last === 0}
          onPress={toggle}
        >
          {running ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
          {running ? 'Pause' : 'Run'}
        </Button>
        {control('Next (→)', cursor + 1, <ChevronRight size={18} />)}
        {control('To the end (End)', last, <SkipForward size={16} />)}
      </div>
      <input
        className="player-way"
        type="range"
        aria-label="Step"
        min={0}
        max={last}
        value={cursor}
        onChange={({ target }) => jump(Number(target.value))}
      />
      {children}
    </section>
  );
}
