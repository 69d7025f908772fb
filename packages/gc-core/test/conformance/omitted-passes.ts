import {
  fieldOf,
  identityOf,
  itemOf,
  messageOf,
  type RecordedRequest,
  type Recording,
} from './recording.ts';

/** A pass by the text form of its item. */
export interface PassKey {
  readonly item: string;
  readonly virtual: boolean;
}

/** Passes whose first line was left out of the log when it was recorded, because it repeats others. */
export class OmittedPasses {
  readonly #left = new Map<string, number>();
  readonly #errors = new Map<string, number>();

  constructor(recording: Recording) {
    for (const [line, count] of recording.omitted) {
      if (messageOf(line) === 'Processing item') this.#left.set(line, count);
      if (messageOf(line) === 'error syncing item') this.#errors.set(itemOf(line), count);
    }
  }

  /** The pass that a request belongs to which nobody waits for: it asks for its item first. */
  begunBy(request: RecordedRequest): PassKey | undefined {
    const [resource, name] = request.path.split('/').slice(-2);
    for (const [line, count] of this.#left) {
      const item = identityOf(itemOf(line));
      const path = `/namespaces/${item.namespace}/${resource}/${item.name}`;
      if (count === 0 || name !== item.name || !request.path.endsWith(path)) continue;
      this.#left.set(line, count - 1);
      return passOf(line);
    }
    return undefined;
  }

  /** Takes the passes that ended in a mapping error, so without a request. */
  takeThoseWithoutRequests(): PassKey[] {
    const passes: PassKey[] = [];
    for (const [line, count] of this.#left) {
      const failed = Math.min(count, this.#errors.get(itemOf(line)) ?? 0);
      this.#left.set(line, count - failed);
      for (let i = 0; i < failed; i++) passes.push(passOf(line));
    }
    return passes;
  }
}

function passOf(line: string): PassKey {
  return { item: itemOf(line), virtual: fieldOf(line, 'virtual') === 'true' };
}
