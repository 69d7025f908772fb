import type { Timestamp } from '../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../meta/object-reference.ts';
import type { Release } from '../meta/releases.ts';
import { plainText, type Sentence } from '../meta/sentence.ts';
import type { ActivityEntry } from './activity.ts';
import type { NodeRecord, Verdict, VerdictTime } from './node-record.ts';
import type { Advice } from './terminating.ts';

/** One link of the chain of evidence. */
export interface Reason {
  readonly rule: string;
  /** A sentence a colleague would say. */
  readonly text: Sentence;
  /** The objects it speaks of. */
  readonly uids: readonly Uid[];
  /** The objects of `uids`, in that order: an object that does not exist is named as it was asked for. */
  readonly objects?: readonly ObjectReference[];
}

/** The verdict on one object with its evidence. */
export interface Explanation {
  readonly object: ObjectReference;
  /** The release whose collector it follows; absent in answers of older servers. */
  readonly release?: Release;
  readonly verdict: Verdict;
  /** When the collector checks what goes; absent where no check decides: an owner that does not exist, or the end of a deletion. */
  readonly when?: VerdictTime;
  /** The verdict in one sentence: "Stays, because its owner Deployment `shop/web` exists." */
  readonly sentence: Sentence;
  readonly because: readonly Reason[];
  /** Events that would make the collector check the object; present when it goes, but not now. */
  readonly triggers?: readonly Reason[];
  /** An event before the collector's check that would let the object stay; the sentence says it, too. */
  readonly unless?: Reason;
  /** Kinds that could not be read and on which the verdict depends, as `<Kind>.<group>`. */
  readonly unread: readonly string[];
  /** Commands that tell what gcscope cannot; present where the verdict is not verified and a look at an owner would settle it. */
  readonly advice?: readonly Advice[];
}

/** The reasons of a verdict: the rules of those that its sentence repeats word for word, and the other ones. */
export function furtherReasons({ sentence, because }: Pick<Explanation, 'sentence' | 'because'>): {
  readonly rules: readonly string[];
  readonly further: readonly Reason[];
} {
  const said = plainText(sentence).toLowerCase();
  const isSaid = ({ text }: Reason): boolean => said.includes(plainText(text).toLowerCase());
  return {
    rules: [...new Set(because.filter(isSaid).map(({ rule }) => rule))],
    further: because.filter((reason) => !isSaid(reason)),
  };
}

/** The last known state of an object that is gone. */
export interface GoneObject {
  /** As it was last seen. */
  readonly record: NodeRecord;
  readonly at: Timestamp;
  /** Why it went, as a sentence that begins with "Gone". */
  readonly text: Sentence;
}

/** The neighbourhood of an object that is gone, and its changes since. */
export interface Aftermath {
  /** The object, its owners, and the objects below it when its deletion began: as they are, or as they were last seen; at most 300. */
  readonly records: readonly NodeRecord[];
  /** The objects among them that are gone. */
  readonly gone: readonly Uid[];
  /** References to a gone owner that were removed: each as the object that had it, and the owner. */
  readonly removedReferences: readonly { readonly uid: Uid; readonly owner: Uid }[];
  /** How many objects below it went since, and how many lost their reference and stayed, listed or not. */
  readonly went: number;
  readonly stayed: number;
  /** Changes of it and of all below it from then on, in the order in which gcscope saw them; at most 3,000. */
  readonly entries: readonly ActivityEntry[];
  /** Whether there was more around it than `records` holds. */
  readonly isCut: boolean;
}

/** Answer of `GET /api/v1/objects/<uid>`. */
export interface ObjectDetails {
  /** As it is now, or as it was last seen. */
  readonly record: NodeRecord;
  /** Present when the object is gone. */
  readonly gone?: { readonly at: Timestamp; readonly text: Sentence };
  /** Present when the object is gone; absent in answers of older servers. */
  readonly aftermath?: Aftermath;
  readonly explanation: Explanation;
  /** How kubectl names it, without the verb: `deployments.apps/web -n shop`. Absent where the API server does not serve its kind. */
  readonly kubectl?: string;
  readonly owners: readonly NodeRecord[];
  /** Owners that were seen and are gone, as long as they are remembered; absent in answers of older servers. */
  readonly goneOwners?: readonly GoneObject[];
  /** At most 500, in name order; `dependentsTotal` counts all. */
  readonly dependents: readonly NodeRecord[];
  readonly dependentsTotal: number;
  /** Its recent past as this process saw it, oldest first. */
  readonly history: readonly ActivityEntry[];
}
