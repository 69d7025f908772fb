import './rules.css';
import type { ReactNode } from 'react';
import { ViewLink } from '../address/navigation.tsx';

/** The id of a rule behind the sentence that follows from it; opens the text of the rule. Nothing where no rule is behind it. */
export function RuleLink({ rule }: { readonly rule: string | undefined }): ReactNode {
  if (rule === undefined) return null;
  return (
    <ViewLink change={{ rule }} className="rule" title={`Text of rule ${rule}`}>
      {rule}
    </ViewLink>
  );
}
