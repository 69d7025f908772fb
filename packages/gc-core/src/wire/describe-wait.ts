import { lowerFirst, type Sentence, say } from '../meta/sentence.ts';
import type { WaitLink } from './terminating.ts';

/** A link of a chain with the object that waits, which the sentences of the chain leave out. */
export function describeWait({ object, waitsFor }: WaitLink): Sentence {
  const [first] = waitsFor;
  const isWait = first?.type === 'text' && first.text.startsWith('Waits ');
  return isWait ? say`${object} ${lowerFirst(waitsFor)}` : waitsFor;
}
