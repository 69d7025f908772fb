import type { Manifest, Scenario, Uid } from '@gcscope/gc-core';

/** The labels and selectors that tie the objects of a workload together for controllers. */
export interface Workload {
  /** The labels of its selector and its template. */
  readonly selected: Readonly<Record<string, string>>;
  /** The Pods that the scenario puts under it. */
  readonly replicas: number;
}

const SELECTED_BY = 'gcscope.dev/selected-by';

/**
 * The workloads of a scenario, made so that the controllers of a cluster leave them alone: each selects the objects that
 * name it as their controller, which would be released otherwise, wants as many Pods as there are, and can make none.
 */
export class Workloads {
  readonly #run: string;
  readonly #controlled = new Map<Uid, Manifest[]>();
  readonly #marks = new Map<Uid, string>();

  constructor({ objects = [], steps = [] }: Scenario['spec'], run: string) {
    this.#run = run;
    for (const manifest of [...objects, ...steps.flatMap(({ create }) => create ?? [])]) {
      const controller = controllerOf(manifest);
      if (controller === undefined) continue;
      this.#controlled.set(controller, [...(this.#controlled.get(controller) ?? []), manifest]);
    }
  }

  /** The workload of an object. */
  of({ metadata: { uid = '' } }: Manifest): Workload {
    return { selected: this.#mark(uid), replicas: this.#pods(uid, new Set()) };
  }

  /** The labels by which its controller knows the object; none without a controller. */
  labels(manifest: Manifest): Readonly<Record<string, string>> {
    const controller = controllerOf(manifest);
    return controller === undefined ? {} : this.#mark(controller);
  }

  #mark(uid: Uid): Readonly<Record<string, string>> {
    const mark = this.#marks.get(uid) ?? `${this.#run}-${this.#marks.size}`;
    this.#marks.set(uid, mark);
    return { [SELECTED_BY]: mark };
  }

  #pods(uid: Uid, above: ReadonlySet<Uid>): number {
    if (above.has(uid)) return 0;
    const path = new Set([...above, uid]);
    const counts = (this.#controlled.get(uid) ?? []).map(({ kind, metadata }) =>
      kind === 'Pod' ? 1 : this.#pods(metadata.uid ?? '', path),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

function controllerOf({ metadata }: Manifest): Uid | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller)?.uid;
}
