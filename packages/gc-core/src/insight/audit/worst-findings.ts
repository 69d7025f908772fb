import { sortedBy } from '../../meta/sorted-by.ts';
import { type Finding, type FindingFilter, filterFindings } from '../../wire/audit.ts';

/** The findings that are wanted; beyond the limit they are counted, errors kept before warnings. */
export class WorstFindings {
  readonly #filter: FindingFilter;
  readonly #most: number;
  readonly #kept = { error: [] as Finding[], warning: [] as Finding[] };
  #count = 0;

  constructor(filter: FindingFilter, most: number) {
    this.#filter = filter;
    this.#most = most;
  }

  add(findings: readonly Finding[]): void {
    for (const finding of filterFindings(findings, this.#filter)) {
      this.#count++;
      const alike = this.#kept[finding.severity];
      if (alike.length < this.#most) alike.push(finding);
    }
  }

  /** Errors before warnings, then in order of names. */
  get kept(): readonly Finding[] {
    const { error, warning } = this.#kept;
    return sortedBy([...error, ...warning], worstFirst).slice(0, this.#most);
  }

  get leftOut(): number {
    return Math.max(0, this.#count - this.#most);
  }
}

function worstFirst({ severity, object, rule, id }: Finding): string {
  const { namespace, kind, name } = object;
  return [severity === 'error' ? 0 : 1, namespace, kind, name, rule, id].join('\u0000');
}
