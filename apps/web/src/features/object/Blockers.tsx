import './terminating.css';
import { type Leaf, plainText, type TerminatingObject } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Command } from '../../ui/Command.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { StuckWord } from './StuckWord.tsx';

/** Root causes shown at once; a namespace may have thousands of blockers. */
const SHOWN = 5;

/** The chain from a terminating object to the root causes that block it. */
export function Blockers({ terminating }: { readonly terminating: TerminatingObject }): ReactNode {
  const { state, leaves, misleading } = terminating;
  // The last link often repeats the root cause.
  const chain = terminating.chain.filter(
    ({ waitsFor }) => !leaves.some(({ text }) => plainText(text) === plainText(waitsFor)),
  );
  return (
    <>
      {chain.length > 0 && (
        <ol className="wait-chain" aria-label="What waits for what">
          {chain.map(({ object, waitsFor, rule }) => (
            <li key={object.uid}>
              <Sentence text={waitsFor} /> <RuleLink rule={rule} />
            </li>
          ))}
        </ol>
      )}
      <ul className="leaves" aria-label="What blocks it">
        {leaves.slice(0, SHOWN).map((leaf) => (
          <LeafCard
            key={`${leaf.type} ${leaf.object.uid} ${plainText(leaf.text)}`}
            leaf={leaf}
            hasState={leaves.length > 1 || leaf.state !== state}
          />
        ))}
      </ul>
      {leaves.length > SHOWN && (
        <details className="more-leaves">
          <summary>{(leaves.length - SHOWN).toLocaleString('en')} more blockers</summary>
          <ul className="leaves">
            {leaves.slice(SHOWN).map((leaf) => (
              <LeafCard
                key={`${leaf.type} ${leaf.object.uid} ${plainText(leaf.text)}`}
                leaf={leaf}
                hasState
              />
            ))}
          </ul>
        </details>
      )}
      {misleading.map(({ type, text, rule }) => (
        <p key={type} className="soft">
          The condition <code>{type}</code> misleads: <Sentence text={text} />{' '}
          <RuleLink rule={rule} />
        </p>
      ))}
    </>
  );
}

interface LeafCardProps {
  readonly leaf: Leaf;
  /** Shows its state; the heading may show it already. */
  readonly hasState: boolean;
}

/** A root cause, and what to do about it, with the risk. */
function LeafCard({ leaf, hasState }: LeafCardProps): ReactNode {
  const { state, text, rules, advice } = leaf;
  return (
    <li className="leaf" data-stuck={state}>
      <p className="leaf-text">
        {hasState && (
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
