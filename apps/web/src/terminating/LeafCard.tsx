import type { Leaf } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Sentence } from '../object/Sentence.tsx';
import { RuleLink } from '../rules/RuleLink.tsx';
import { Command } from '../ui/Command.tsx';
import { STUCK_WORDS } from './state-words.ts';

/** What holds a deletion up in the end, and what can be done about it, with the risk. */
export function LeafCard({ leaf }: { readonly leaf: Leaf }): ReactNode {
  const { state, text, rules, advice, object } = leaf;
  return (
    <li className="leaf" data-stuck={state}>
      <p className="leaf-text">
        <span className="stuck-word" data-stuck={state} title={STUCK_WORDS[state].meaning}>
          {STUCK_WORDS[state].word}
        </span>{' '}
        <Sentence text={text} uids={[object.uid]} />{' '}
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
                <p className="soft">Risk: {each.risk}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
