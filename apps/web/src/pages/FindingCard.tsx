import type { Finding } from '@gcscope/gc-core/wire';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Command } from '../ui/Command.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';
import { RuleLink } from '../ui/RuleLink.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { FAULT_WORDS } from './fault-words.ts';

/** One finding: what is wrong, what the collector will do about it and when, and the patch that mends it. */
export function FindingCard({ finding }: { readonly finding: Finding }): ReactNode {
  const { severity, rule, object, text, effect, rules, patch } = finding;
  return (
    <li className="finding" data-severity={severity}>
      <header className="finding-head">
        <span className="finding-severity">
          {severity === 'error' ? <CircleAlert size={16} /> : <TriangleAlert size={16} />}
          {severity}
        </span>
        <ObjectLink object={object} />
        <span className="finding-fault">{FAULT_WORDS[rule]}</span>
      </header>
      <p>
        <Sentence text={text} />
      </p>
      <p className="finding-effect">
        <Sentence text={effect} />{' '}
        {rules.map((each) => (
          <RuleLink key={each} rule={each} />
        ))}
      </p>
      <details>
        <summary>Fix</summary>
        <p className="soft">
          <Sentence text={patch.risk} /> gcscope sends nothing: copy it.
        </p>
        <Command text={patch.command} what="the kubectl command" />
      </details>
    </li>
  );
}
