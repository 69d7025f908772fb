import '../../ui/rules.css';
import { groupBy } from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Modal } from '../../ui/Modal.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { ALL_RULES, type Rule } from './all-rules.ts';
import { describeSources } from './describe-source.ts';

export interface RuleDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** The text of a rule, its releases, its sources, and the other rules of its chapter. */
export function RuleDialog({ id, onClose }: RuleDialogProps): ReactNode {
  const rule = ALL_RULES.get(id);
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rule is another row.
  useEffect(() => {
    if (list.current) showCurrent(list.current);
  }, [id]);
  if (!rule) {
    return (
      <Modal title={`Rule ${id}`} onClose={onClose}>
        <p>There is no rule {id}. The link may come from another version of gcscope.</p>
      </Modal>
    );
  }
  const chapter = [...ALL_RULES.values()].filter((other) => other.chapter === rule.chapter);
  const rows = [...groupBy(chapter, ({ text }) => text)];
  return (
    <Modal title={`Rule ${id}`} onClose={onClose}>
      <p className="rule-text">
        <RuleText text={rule.text} />
      </p>
      <Since rule={rule} />
      <Source rule={rule} />
      <h3 className="section-title">{rule.chapter}</h3>
      <ul className="scrolls rule-rows" ref={list}>
        {rows.map(([text, rules]) => (
          <li key={text} aria-current={rules.includes(rule) || undefined}>
            <span className="rule-ids">
              {rules.map((each) => (
                <RuleLink key={each.id} rule={each.id} />
              ))}
            </span>
            <p>{rules.includes(rule) ? 'The rule above.' : <RuleText text={text} />}</p>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** Scrolls to the current row and the one before it. The list begins with a whole row: near its end it gets lower until it does. */
function showCurrent(list: HTMLElement): void {
  list.style.removeProperty('max-height');
  const rows = [...list.children].filter((row) => row instanceof HTMLElement);
  const topOf = (row: HTMLElement | undefined): number => (row?.offsetTop ?? 0) - list.offsetTop;
  const current = rows.findIndex((row) => row.ariaCurrent !== null);
  list.scrollTop = topOf(rows[Math.max(0, current - 1)]);
  const first = topOf(rows.find((row) => topOf(row) >= list.scrollTop));
  if (first === list.scrollTop) return;
  list.style.maxHeight = `${list.scrollHeight - first}px`;
  list.scrollTop = first;
}

function Since({ rule: { since } }: { readonly rule: Rule }): ReactNode {
  if (since === '') return null;
  return <p className="soft">In force: {since.startsWith('to') ? since : `since ${since}`}.</p>;
}

function Source({ rule: { source } }: { readonly rule: Rule }): ReactNode {
  const sources = describeSources(source);
  if (sources.length === 0) return null;
  return (
    <p className="soft">
      How it is known:{' '}
      {sources.map(({ text, href }, at) => (
        <Fragment key={text}>
          {at > 0 && ', '}
          {href === undefined ? (
            text
          ) : (
            <a className="text-link" href={href} target="_blank" rel="noreferrer">
              {text}
            </a>
          )}
        </Fragment>
      ))}
      .
    </p>
  );
}

function RuleText({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 0 ? <Fragment key={key}>{part}</Fragment> : <code key={key}>{part}</code>;
  });
}
