import type { Leaf, StuckState } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Command } from '../../ui/Command.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { StuckWord } from './StuckWord.tsx';

export interface LeafCardProps {
  readonly leaf: Leaf;
  /** The state that stands above it already. */
  readonly told: StuckState | undefined;
}

/** What holds a deletion up in the end, and what can be done about it, with the risk. */
export function LeafCard({ leaf, told }: LeafCardProps): ReactNode {
  const { state, text, rules, advice } = leaf;
  return (
    <li className="leaf" data-stuck={state}>
      <p className="leaf-text">
        {state !== told && (
          <>
            <StuckWord state={state} />{' '}
          </>
        )}
        <Sentence text={text} />{' '}
        {rules.map((rule) => (
          <RuleLink key={rule} rule={rule} />
        ))}
      </p>
      {advice.length > 0 && (
        <details>
          <summary>What to do next</summary>
          <ol className="advice">
            {advice.map((each) => (
              <li key={each.command}>
                <p>
                  <Sentence text={each.text} />
                </p>
                <Command text={each.command} what="the command" />
                {each.outcome && (
                  <p>
                    <Sentence text={each.outcome} />
                  </p>
                )}
                <p className="soft">
                  Risk: <Sentence text={each.risk} />
                </p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
