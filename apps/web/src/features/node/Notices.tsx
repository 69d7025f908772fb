import { joined } from '@gcscope/gc-core/wire';
import './notices.css';
import { CircleAlert, EyeOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import type { NodeView } from '../../worker/node-messages.ts';
import { shortId } from './describe-decision.ts';

/** Read these first: errors in the link, dangers on the node, facts that the source does not give. */
export function Notices({ view }: { readonly view: NodeView }): ReactNode {
  const { faults, warnings, notSeen } = view;
  if (faults.length + warnings.length + notSeen.length === 0) return null;
  return (
    <section className="node-notices" aria-label="Notices">
      {faults.map((fault) => (
        <p key={fault} className="node-notice" role="status">
          <CircleAlert size={15} aria-hidden />
          <span>{fault}</span>
        </p>
      ))}
      {warnings.map(({ rule, text, ids }) => (
        <p key={text} className="node-notice" data-level="warning">
          <TriangleAlert size={15} aria-hidden />
          <span>
            <strong>Warning:</strong> <Sentence text={text} />{' '}
            {ids.length > 0 && <span className="soft">{namesOf(ids)} </span>}
            <RuleLink rule={rule} />
          </span>
        </p>
      ))}
      {notSeen.length > 0 && (
        <details className="node-notice" open={notSeen.length <= 2}>
          <summary>
            <EyeOff size={15} aria-hidden /> Unknown: {notSeen.map(({ what }) => what).join(', ')}
          </summary>
          <ul>
            {notSeen.map(({ what, because, instead }) => (
              <li key={what}>
                <strong>{what}</strong>: <Sentence text={because} /> <Sentence text={instead} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const MOST_NAMES = 5;

/** The first of the items that a warning speaks of. */
function namesOf(ids: readonly string[]): string {
  const names = ids.slice(0, MOST_NAMES).map(shortId);
  const more = ids.length > names.length ? [`${ids.length - names.length} more`] : [];
  return `Affected: ${joined([...names, ...more])}.`;
}
