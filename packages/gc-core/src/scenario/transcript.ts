import type { Processed } from '../collector/collector.ts';
import { requestText } from '../collector/object-client.ts';
import { identityLine } from '../simulation/identity-line.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { isClusterScoped } from '../simulation/step-recorder.ts';

/** Outcomes that count as a decision in an expectation; those of PG rules in v1.4. */
export const DECISIONS: ReadonlySet<string> = new Set([
  'AD-W2',
  'AD-W3',
  'AD-02',
  'AD-04',
  'AD-05',
  'AD-07',
  'AD-09',
  'AD-11',
  'AD-14',
  'AD-15',
  'AD-17',
  'CL-03',
  'CL-04',
  'FG-01',
  'FG-02',
  'OR-06',
  'OR-07',
  'PG-21',
  'PG-22',
  'PG-24',
  'PG-28',
  'PG-29',
  'PG-31',
  'PG-36',
]);

/** The collector's actions since each kind of line was last read. */
export class Transcript {
  readonly #simulation: Simulation;
  readonly #lines = {
    requests: [] as string[],
    events: [] as string[],
    decisions: [] as string[],
  };

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    simulation.listen({
      request: (request) => this.#lines.requests.push(requestText(request)),
      event: ({ type, reason, message }) => this.#lines.events.push(`${type} ${reason} ${message}`),
      processed: (processed) => this.decided(processed),
    });
  }

  /** The lines since the last time this kind was taken. */
  take(kind: 'requests' | 'events' | 'decisions'): string[] {
    return this.#lines[kind].splice(0);
  }

  /** Notes the decision of a worker pass. */
  decided(processed: Processed): void {
    if (processed.queue === 'graphChanges') return;
    const { rule } = processed.outcome;
    if (!DECISIONS.has(rule)) return;
    const { identity } = processed.item;
    const line = identityLine(identity, isClusterScoped(this.#simulation, identity));
    this.#lines.decisions.push(`${rule} ${line}`);
  }
}
