import './items.css';
import { formatAge } from '@gcscope/gc-core/wire';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { StateSign } from '../../ui/Marks.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import type { Item, NodeView } from '../../worker/node-messages.ts';
import { becauseOf, formatMoment, nameOf, sentencesOf } from './describe-decision.ts';
import type { ItemPlan } from './item-plan.ts';

export interface ItemRowProps {
  readonly view: NodeView;
  readonly item: Item;
  readonly plan: ItemPlan;
  /** Other facts about it, in words. */
  readonly facts: readonly string[];
}

/** An item on the node: whether and when it goes, and why. */
export function ItemRow({ view, item, plan, facts }: ItemRowProps): ReactNode {
  const { selected } = useView();
  const isSelected = selected === item.key;
  return (
    <li
      className="item"
      data-state={plan.state}
      data-selected={isSelected ? '' : undefined}
      aria-current={plan.isCurrent ? 'step' : undefined}
    >
      <PlanState plan={plan} />
      <div className="item-text">
        <p>
          <ItemName itemKey={item.key} title={item.id}>
            {nameOf(item)}
          </ItemName>{' '}
          <span className="soft">{facts.join(' · ')}</span>
        </p>
        <Why view={view} item={item} plan={plan} />
      </div>
    </li>
  );
}

export interface ItemNameProps {
  readonly itemKey: string;
  /** The whole name. */
  readonly title: string;
  readonly children: ReactNode;
}

/** The name of an item; a click marks it wherever it is shown. A node has hundreds: links would make every change slow. */
export function ItemName({ itemKey, title, children }: ItemNameProps): ReactNode {
  const { selected } = useView();
  const go = useGo();
  const isSelected = selected === itemKey;
  return (
    <button
      type="button"
      className="plain-button item-name name"
      title={title}
      aria-pressed={isSelected}
      onClick={() =>
        go({ selected: isSelected ? undefined : itemKey }, undefined, { replace: true })
      }
    >
      {children}
    </button>
  );
}

/** The outcome as a sign and a word. */
export function PlanState({ plan }: { readonly plan: ItemPlan }): ReactNode {
  const { state, decided } = plan;
  const time = decided && decided.at > 0 ? ` in ${formatAge(decided.at)}` : '';
  const word = { stays: 'stays', goes: `goes${time}`, gone: 'gone', open: 'not reached' }[state];
  return (
    <span className="plan-state" data-state={state}>
      {state === 'stays' && <Check size={13} className="plan-sign" aria-hidden />}
      {(state === 'goes' || state === 'gone') && <StateSign state={state} />}
      {word}
    </span>
  );
}

export interface WhyProps {
  readonly view: NodeView;
  readonly item: Item;
  readonly plan: ItemPlan;
}

/** The reason as a sentence, with its rules. */
export function Why({ view, item, plan }: WhyProps): ReactNode {
  const { state, decided, kept } = plan;
  if (!decided) {
    const words = {
      gone: 'An earlier run removed it.',
      open: 'Not reached in this run.',
      stays: 'The kubelet does not consider it within a day.',
      goes: '',
    }[state];
    return <p className="soft item-why">{words}</p>;
  }
  const lead = {
    stays: kept ? `In ${formatAge(decided.at)} it stays` : 'Stays',
    gone: 'Gone',
    open: 'Not reached',
    goes: `Goes ${formatMoment(decided.at)}`,
  };
  return (
    <p className="item-why">
      <Sentence text={`${lead[state]}, because ${becauseOf(view, item, decided)}.`} />{' '}
      <RuleLink rule={decided.rule} />
      {sentencesOf(decided).map((note) => (
        <span
          key={note}
          className="item-note"
          data-careful={/^Careful/.test(note) ? '' : undefined}
        >
          {' '}
          {note}
        </span>
      ))}
      {decided.notes.includes('empty-log-path') && <RuleLink rule="C-12.3" />}
      {kept && decided.at > 0 && (
        <span className="soft">
          {' '}
          <Sentence text={`Until then it stays, because ${becauseOf(view, item, kept)}.`} />{' '}
          <RuleLink rule={kept.rule} />
        </span>
      )}
    </p>
  );
}
