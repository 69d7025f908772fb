import './rules.css';
import type { ReactNode } from 'react';
import { ViewLink } from '../address/navigation.tsx';

/** A rule's id, small, behind the sentence that rests on it; opens what the rule says. */
export function RuleLink({ rule }: { readonly rule: string }): ReactNode {
  return (
    <ViewLink change={{ rule }} className="rule" title={`What rule ${rule} says`}>
      {rule}
    </ViewLink>
  );
}
