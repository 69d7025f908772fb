import type { NodeRecord, Playback, Uid } from '@gcscope/gc-core/wire';

/** A piece of a sentence: words, or the name of an object, with its uid where the object is known. */
export interface SentencePart {
  readonly text: string;
  readonly isName: boolean;
  readonly uid?: Uid;
}

/** Finds the objects that sentences name: the kind, then namespace and name in backticks. */
export class ObjectNames {
  readonly #uids = new Map<string, Uid>();

  /** Knows all objects that occur in the simulation. Of two of one name the later one counts. */
  constructor(view: Playback) {
    for (const record of view.nodes) this.#add(record);
    for (const step of view.steps) for (const record of step.delta.upserts) this.#add(record);
  }

  /** The parts of a sentence in order; `subject` wins over another object of its name. */
  partsOf(
    sentence: string,
    subject?: Pick<NodeRecord, 'kind' | 'namespace' | 'name' | 'uid'>,
  ): SentencePart[] {
    const pieces = sentence.split('`');
    return pieces.map((text, at): SentencePart => {
      if (at % 2 === 0) return { text, isName: false };
      const kind = /(\S+) $/.exec(pieces[at - 1] ?? '')?.[1] ?? '';
      const key = `${kind} ${text}`;
      const uid = subject && keyOf(subject) === key ? subject.uid : this.#uids.get(key);
      return { text, isName: true, ...(uid !== undefined && { uid }) };
    });
  }

  #add(record: NodeRecord): void {
    this.#uids.set(keyOf(record), record.uid);
  }
}

function keyOf({ kind, namespace, name }: Pick<NodeRecord, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
