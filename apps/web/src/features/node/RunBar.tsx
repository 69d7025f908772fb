import '../../ui/player-bar.css';
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { IdleButton } from '../../ui/IdleButton.tsx';
import type { RunCursor } from './use-run-cursor.ts';

export interface RunBarProps {
  readonly place: RunCursor;
  readonly last: number;
}

/** The controls: start, back, run, next, end, and a slider over all steps. */
export function RunBar({ place, last }: RunBarProps): ReactNode {
  const { cursor, running, jump, toggle } = place;
  const control = (label: string, to: number, Sign: typeof Play): ReactNode => (
    <IdleButton
      className="button"
      data-square=""
      aria-label={label}
      isIdle={to < 0 || to > last || to === cursor}
      onPress={() => jump(to)}
    >
      <Sign size={16} />
    </IdleButton>
  );
  return (
    <section className="player" aria-label="Player">
      <div className="player-buttons">
        {control('To the beginning (Home)', 0, SkipBack)}
        {control('Back (←)', cursor - 1, ChevronLeft)}
        <Button className="button player-run" data-primary="" onPress={toggle}>
          {running ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
          {running ? 'Pause' : 'Run'}
        </Button>
        {control('Next (→)', cursor + 1, ChevronRight)}
        {control('To the end (End)', last, SkipForward)}
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
      <p className="player-place">
        <strong>
          step {cursor} of {last}
        </strong>
      </p>
    </section>
  );
}
