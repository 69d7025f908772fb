import './rules.css';
import { Fragment, type ReactNode } from 'react';
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

/** The ids of the rules behind a sentence, on one line with its last word; of many, no line has only one. */
export function RuleLinks({ rules }: { readonly rules: readonly string[] }): ReactNode {
  return rules.map((rule, at) => (
    <Fragment key={rule}>
      {at === 0 && '\u00a0'}
      {at > 0 && at % 2 === 0 && at + 1 < rules.length && <wbr />}
      <RuleLink rule={rule} />
    </Fragment>
  ));
}
