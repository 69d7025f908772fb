import type { Release, StepLogLine } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { USUAL_VERBOSITY, VERBOSITIES } from '../../address/view-search.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Pane } from '../../ui/Pane.tsx';

export interface LogPaneProps {
  readonly lines: readonly StepLogLine[];
  readonly release: Release;
}

/** The collector's log lines of the step, up to a verbosity. */
export function LogPane({ lines, release }: LogPaneProps): ReactNode {
  const { verbosity: level = USUAL_VERBOSITY } = useView();
  const go = useGo();
  const choose = (text: string): void => {
    const verbosity = VERBOSITIES.find((each) => String(each) === text);
    go({ verbosity }, undefined, { replace: true });
  };
  const shown = lines.filter((line) => line.level <= level);
  return (
    <Pane title="Collector’s log" count={shown.length}>
      <div className="log-head">
        <label>
          <span className="soft">Verbosity</span>{' '}
          <select value={level} onChange={({ target }) => choose(target.value)}>
            {VERBOSITIES.map((each) => (
              <option key={each} value={each}>
                -v={each}
              </option>
            ))}
          </select>
        </label>
        <span className="soft">{release}</span>
        {shown.length > 0 && (
          <CopyButton text={shown.map(({ text }) => text).join('\n')} what="the log lines" />
        )}
      </div>
      {shown.length === 0 && (
        <p className="soft">
          {lines.length > 0
            ? `No lines at -v=${level}; ${lines.length} from -v=${Math.min(...lines.map((line) => line.level))}.`
            : 'The collector logs nothing in this step.'}
        </p>
      )}
      <ol className="log">
        {shown.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal lines differ by their place only.
          <li key={at} data-severity={line.severity}>
            <span className="log-severity" title={`${line.severity}, from -v=${line.level}`}>
              {line.severity === 'error' ? 'E' : 'I'}
            </span>
            <code>{line.text}</code>
          </li>
        ))}
      </ol>
    </Pane>
  );
}
