import { joined } from '../meta/joined.ts';
import {
  code,
  joinSentences,
  lowerFirst,
  type Sentence,
  say,
  sentenceOf,
} from '../meta/sentence.ts';
import type { Awaited, BlockedLine, Blocker, PolicyForecast, UnverifiedLine } from './forecast.ts';
import type { WaitLink } from './terminating.ts';

/** Describes what keeps an object from going, or has to come before, in words that follow its name. */
export function describeAwaited(by: Blocker | Awaited): Sentence {
  switch (by.type) {
    case 'finalizer': {
      const names = by.finalizers.map((each): Sentence => [code(each)]);
      const are = names.length === 1 ? 'is' : 'are';
      return say`waits until ${joinSentences(names, ', ', ' and ')} ${are} removed: ${sentenceOf(by.removedBy)}`;
    }
    case 'reference':
      return by.text;
    case 'object':
      return by.root
        ? say`waits for ${by.object}; the root cause is ${by.root}`
        : say`waits for ${by.object}`;
    case 'container':
      return by.object.kind === 'Namespace'
        ? say`the namespace controller deletes it with ${by.object}`
        : say`the API server deletes it with ${by.object}`;
    case 'kubelet':
      return say`waits for the kubelet to stop it`;
  }
}

/** Why an object is blocked, or not deleted yet: words that follow its name. */
export function describeBlocked({ by, terminating }: BlockedLine): Sentence {
  const why = describeAwaited(by);
  return terminating ? say`stays in Terminating: ${why}` : why;
}

/** Whether an object is deleted in any case, but perhaps only after hidden objects; otherwise nothing is known of its end. */
export function mayWait({ rule }: UnverifiedLine): boolean {
  return rule !== 'CL-06';
}

/** Ends a phrase of how long a deletion takes and how many requests it needs: `, or more` if it may wait for hidden objects. */
export function describeOpenEnd(forecasts: readonly Pick<PolicyForecast, 'notVerified'>[]): string {
  return forecasts.some(({ notVerified }) => notVerified.some(mayWait)) ? ', or more' : '';
}

/** Why the outcome of an object is not verified: words that follow its name. */
export function describeUnverified(line: UnverifiedLine): Sentence {
  const kinds = line.unread.length === 1 ? 'a kind' : 'kinds';
  const names = joined(line.unread);
  if (!mayWait(line)) return say`gcscope cannot read ${names}`;
  const what = FOR_CONTENT.has(line.rule) ? 'objects' : 'dependents';
  return say`may wait for ${what} of ${kinds} that gcscope cannot read: ${names}`;
}

/** A Namespace waits for the objects in it, a definition for those of its kind. */
const FOR_CONTENT: ReadonlySet<string> = new Set(['NS-14', 'FN-04']);

/** A link of a chain with the object that waits, which the sentences of the chain leave out. */
export function describeWait({ object, waitsFor }: WaitLink): Sentence {
  const [first] = waitsFor;
  const isWait = first?.type === 'text' && first.text.startsWith('Waits ');
  return isWait ? say`${object} ${lowerFirst(waitsFor)}` : waitsFor;
}
