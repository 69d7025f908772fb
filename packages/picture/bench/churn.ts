import type { NodeRecord } from '@gcscope/gc-core/wire';

/**
 * The world after about `share` of its objects changed as they do in a cluster: pods are replaced
 * and scaled, finished Jobs follow each other, objects without owners come and go.
 */
export function churn(
  records: readonly NodeRecord[],
  share: number,
  chance: () => number,
): NodeRecord[] {
  const change = new Change(records, chance);
  const end = Math.round(records.length * share);
  while (change.changes < end) {
    const record = records[Math.floor(chance() * records.length)];
    if (record && change.world.has(record.uid)) change.touch(record);
  }
  return [...change.world.values()];
}

class Change {
  readonly world: Map<string, NodeRecord>;
  readonly #records: readonly NodeRecord[];
  readonly #chance: () => number;
  changes = 0;

  constructor(records: readonly NodeRecord[], chance: () => number) {
    this.world = new Map(records.map((record) => [record.uid, record]));
    this.#records = records;
    this.#chance = chance;
  }

  touch(record: NodeRecord): void {
    const dice = this.#chance();
    if (record.kind === 'Pod') {
      if (dice < 0.7) this.#remove(record);
      if (dice < 0.3 || dice > 0.7) this.#add(record, record.owners);
    } else if (record.kind === 'Job') {
      this.#replaceJob(record);
    } else if (record.owners.length === 0 && ['ConfigMap', 'Secret'].includes(record.kind)) {
      if (dice < 0.5) this.#remove(record);
      else this.#add(record, []);
    }
  }

  #replaceJob(job: NodeRecord): void {
    this.#remove(job);
    const next = this.#add(job, job.owners);
    for (const pod of this.#records) {
      const [owner] = pod.owners;
      if (owner?.uid !== job.uid || !this.world.has(pod.uid)) continue;
      this.#remove(pod);
      this.#add(pod, [{ ...owner, name: next.name, uid: next.uid }]);
    }
  }

  #add(like: NodeRecord, owners: NodeRecord['owners']): NodeRecord {
    const suffix = Math.floor(this.#chance() * 60_466_176)
      .toString(36)
      .padStart(5, '0');
    const uid = `${like.uid.slice(0, -5)}${suffix}`;
    const record = { ...like, uid, name: `${like.name.slice(0, -5)}${suffix}`, owners };
    this.world.set(uid, record);
    this.changes++;
    return record;
  }

  #remove(record: NodeRecord): void {
    this.world.delete(record.uid);
    this.changes++;
  }
}
