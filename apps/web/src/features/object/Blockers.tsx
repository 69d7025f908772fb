import './terminating.css';
import {
  type Advice,
  causeKey,
  type DeletionState,
  describeWait,
  formatCount,
  groupBy,
  joinReads,
  plainText,
  type Reason,
  type ReportedCause,
  type Sentence as SentenceParts,
  type TerminatingObject,
  type Uid,
} from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { terminatingQuery } from '../../data/api.ts';
import { useReport } from '../../data/use-report.ts';
import { Command } from '../../ui/Command.tsx';
import { CopyAll } from '../../ui/CopyAll.tsx';
import { listedFirst } from '../../ui/listed-first.ts';
import { ofEach } from '../../ui/of-each.ts';
import { RuleLinks } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { DeletionWord } from './DeletionWord.tsx';
import { LeftIn } from './LeftIn.tsx';

/** Root causes shown at once; a namespace may have thousands of blockers. */
const SHOWN = 5;

export interface BlockedByProps {
  readonly uid: Uid;
  /** The reasons of its verdict, which stand above. */
  readonly said: readonly Reason[];
}

/** The blockers of a terminating object beyond its verdict, their advice, and the content left in a Namespace. */
export function BlockedBy({ uid, said }: BlockedByProps): ReactNode {
  const { answer } = useReport(terminatingQuery(uid), [uid]);
  const terminating = answer?.objects.find(({ object }) => object.uid === uid);
  if (!terminating) return null;
  return (
    <>
      {terminating.left && <LeftIn left={terminating.left} namespace={terminating.object.name} />}
      <section className="blocked-by" aria-label="What blocks it">
        <Blockers terminating={terminating} said={said} />
      </section>
    </>
  );
}

interface BlockersProps {
  readonly terminating: TerminatingObject;
  /** Reasons shown above; they are not repeated. */
  readonly said: readonly Reason[];
}

/** The root causes that block a terminating object, and what to do about each. */
function Blockers({ terminating, said }: BlockersProps): ReactNode {
  const { rootCauses } = terminating;
  const shown = listedFirst(rootCauses.length, SHOWN);
  const texts = new Set(said.map(({ text }) => plainText(text)));
  const card = (cause: ReportedCause): ReactNode => (
    <li key={causeKey(cause)}>
      <CauseDetails
        cause={cause}
        hasState={rootCauses.length > 1}
        isSaid={texts.has(plainText(cause.text))}
        isOpen={rootCauses.length === 1}
      />
    </li>
  );
  return (
    <>
      <ul className="causes" aria-label="What blocks it">
        {rootCauses.slice(0, shown).map(card)}
      </ul>
      {rootCauses.length > shown && (
        <details className="more-causes">
          <summary>{formatCount(rootCauses.length - shown)} more blockers</summary>
          <ul className="causes">{rootCauses.slice(shown).map(card)}</ul>
        </details>
      )}
      <Misleading terminating={terminating} />
    </>
  );
}

/** The chain of blockers from the object down to its first cause. */
export function WaitChain({ terminating }: { readonly terminating: TerminatingObject }): ReactNode {
  const { rootCauses } = terminating;
  // The last link often repeats the cause.
  const chain = terminating.chain.filter(
    ({ waitsFor }) => !rootCauses.some(({ text }) => plainText(text) === plainText(waitsFor)),
  );
  if (chain.length === 0) return null;
  return (
    <ol className="wait-chain" aria-label="What waits for what">
      {chain.map((link, at) => (
        <li key={link.object.uid}>
          <Sentence text={at === 0 ? link.waitsFor : describeWait(link)} />
          <RuleLinks rules={[link.rule]} />
        </li>
      ))}
    </ol>
  );
}

/** Conditions of a Namespace that do not say what they seem to say. */
export function Misleading({
  terminating,
}: {
  readonly terminating: TerminatingObject;
}): ReactNode {
  return terminating.misleading.map(({ type, text, rule }) => (
    <p key={type} className="soft">
      The condition <code>{type}</code> misleads: <Sentence text={text} />
      <RuleLinks rules={[rule]} />
    </p>
  ));
}

interface CauseDetailsProps {
  readonly cause: ReportedCause;
  /** Shows its state; the heading may show it already. */
  readonly hasState: boolean;
  /** The blocker stands above already. */
  readonly isSaid?: boolean;
  /** The commands are shown at once. */
  readonly isOpen?: boolean;
}

/** A root cause, and what to do about it, with the risk. */
function CauseDetails({
  cause,
  hasState,
  isSaid = false,
  isOpen = false,
}: CauseDetailsProps): ReactNode {
  const { state, text, rules, advice } = cause;
  return (
    <div className="cause" data-deletion={state}>
      {!(isSaid && !hasState) && (
        <CauseText text={text} rules={rules} state={hasState ? state : undefined} />
      )}
      <CauseAdvice advice={advice} isOpen={isOpen} />
    </div>
  );
}

export interface CauseTextProps extends Pick<ReportedCause, 'text' | 'rules'> {
  /** State whose sign stands before the text. */
  readonly state?: DeletionState | undefined;
}

/** A root cause in one sentence. */
export function CauseText({ text, rules, state }: CauseTextProps): ReactNode {
  return (
    <p className="cause-text">
      {state && (
        <>
          <DeletionWord state={state} />{' '}
        </>
      )}
      <Sentence text={text} />
      <RuleLinks rules={rules} />
    </p>
  );
}

export interface CauseAdviceProps extends Pick<ReportedCause, 'advice'> {
  /** The advice for all objects, where only some are shown. */
  readonly all?: readonly Advice[];
  /** The commands are shown at once. */
  readonly isOpen?: boolean;
}

/** Advice on a root cause, with the risk. */
export function CauseAdvice({ advice, all = advice, isOpen = false }: CauseAdviceProps): ReactNode {
  if (advice.length === 0) return null;
  const allByKey = groupBy(all, keyOf);
  return (
    <details className="report-advice" open={isOpen}>
      <summary>What to do next</summary>
      <ol className="advice">
        {[...groupBy(advice, keyOf)].map(([key, alike]) => (
          <Step key={key} alike={alike} all={allByKey.get(key) ?? alike} />
        ))}
      </ol>
    </details>
  );
}

function keyOf({ text, risk }: Advice): string {
  return `${plainText(text)} ${plainText(risk)}`;
}

/** By their words, each once. */
function outcomesOf(alike: readonly Advice[]): ReadonlyMap<string, SentenceParts> {
  return new Map(
    alike.flatMap(({ outcome }) => (outcome ? [[plainText(outcome), outcome] as const] : [])),
  );
}

interface StepProps {
  /** Advice that is the same for several objects, of which some are shown. */
  readonly alike: readonly Advice[];
  readonly all: readonly Advice[];
}

/** Advice, said once, with its commands and their consequences. */
function Step({ alike, all }: StepProps): ReactNode {
  const [first] = alike;
  if (!first) return null;
  const commands = [...new Set(all.map(({ command }) => command))];
  // Commands with a risk are not joined: a person must decide about each object.
  const onlyReads = all.every(({ reads }) => reads);
  const joined = onlyReads ? joinReads(commands) : commands;
  return (
    <li>
      <p>
        <Sentence text={commands.length > 1 ? ofEach(first.text, 'object') : first.text} />
      </p>
      {onlyReads ? <Reads commands={joined} /> : <Acts alike={alike} of={commands} />}
      <p className="soft">
        Risk: <Sentence text={joined.length > 1 ? ofEach(first.risk, 'object') : first.risk} />
      </p>
    </li>
  );
}

/** Commands in one block, a line each. */
function Reads({ commands }: { readonly commands: readonly string[] }): ReactNode {
  const [listed, more] = useShortened(commands, 'commands', commands.length, SHOWN);
  return (
    <>
      <Command
        text={listed.join('\n')}
        whole={commands.join('\n')}
        what={commands.length > 1 ? 'all commands' : 'the command'}
      />
      {more}
    </>
  );
}

interface ActsProps extends Pick<StepProps, 'alike'> {
  /** All commands. */
  readonly of: readonly string[];
}

/** All commands with one press, then each of those that are shown, with its consequence. */
function Acts({ alike, of }: ActsProps): ReactNode {
  const shown = groupBy(alike, ({ command }) => command);
  return (
    <>
      <CopyAll commands={of} shown={shown.size} />
      {[...shown].map(([command, same]) => (
        <Fragment key={command}>
          <Command text={command} what="the command" />
          {[...outcomesOf(same)].map(([words, outcome]) => (
            <p key={words}>
              <Sentence text={outcome} />
            </p>
          ))}
        </Fragment>
      ))}
    </>
  );
}
