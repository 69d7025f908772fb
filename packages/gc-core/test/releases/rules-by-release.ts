import type { Release } from '../../src/meta/releases.ts';

/** Rules that came with the same release and left with the same, as minor versions; `releases` are those of the profiles. */
export interface RuleGroup {
  readonly since: number;
  readonly until?: number;
  readonly releases: readonly Release[];
  /** Ids, with blanks between them. */
  readonly ids: string;
}

/** How many rules each profile has. */
export const RULE_COUNTS: Readonly<Record<Release, number>> = {
  'v1.4': 111,
  'v1.13': 235,
  'v1.17': 240,
  'v1.28': 286,
  'v1.36': 290,
};

/**
 * Every rule that is not in force in all five releases: written down, not read from the documents, so that a rule cannot change
 * its releases unnoticed.
 */
export const RULES_BY_RELEASE: readonly RuleGroup[] = [
  {
    since: 3,
    until: 5,
    releases: ['v1.4'],
    ids: `
      PG-01 PG-03 PG-06 PG-10 PG-11 PG-12 PG-13 PG-14 PG-15 PG-16 PG-17 PG-18 PG-20 PG-21
      PG-22 PG-24 PG-25 PG-26 PG-27 PG-28 PG-29 PG-30 PG-35 PG-36 PG-38`,
  },
  {
    since: 4,
    until: 5,
    releases: ['v1.4'],
    ids: 'PG-19 PG-23 PG-31',
  },
  {
    since: 3,
    until: 15,
    releases: ['v1.4', 'v1.13'],
    ids: 'FR-09',
  },
  {
    since: 5,
    releases: ['v1.13', 'v1.17', 'v1.28', 'v1.36'],
    ids: 'AC-01',
  },
  {
    since: 6,
    until: 33,
    releases: ['v1.13', 'v1.17', 'v1.28'],
    ids: 'DE-03',
  },
  {
    since: 6,
    releases: ['v1.13', 'v1.17', 'v1.28', 'v1.36'],
    ids: `
      DM-01 DM-02 DM-04 DM-05 DM-06 DM-07 DM-08 DM-09 DM-10 DM-11 DM-12 DM-13 CO-01 CO-03
      AC-03 AC-04 AC-07 QU-01 QU-02 QU-03 QU-04 QU-05 MO-01 MO-13 MO-17 GB-04 GB-10 GB-11
      GB-12 GB-13 GB-14 GB-15 GB-16 GB-17 GB-18 GB-19 GB-20 GB-25 GB-26 GB-30 GB-32 GB-35
      GB-36 GB-37 GB-38 GB-40 GB-41 GB-42a GB-42d GB-43 GB-44 GB-45 GB-46 AD-W5 AD-W7 AD-W9
      AD-W10 AD-W12 AD-01 AD-02 AD-03 AD-04 AD-07 AD-08 AD-09 AD-10 AD-11 AD-12 AD-13 AD-14
      AD-15 AD-16 AD-18 AD-19 AD-20 CL-01 CL-02 CL-03 CL-05 CL-06 CL-07 CL-08 CL-09 CL-10
      CL-11 CL-14 KM-01 KM-02 KM-03 KM-04 KM-05 KM-06 FG-01 FG-02 FG-03 FG-04 FG-05 FG-06
      FR-01 FR-02 FR-03 FR-04 FR-05 FR-07
      FR-08 DE-01 DE-02 DE-07 DE-08 PA-01 PA-02 PA-03 PA-05 HT-02 HT-03 OR-02 OR-03 OR-04
      OR-07 OR-08 OR-09 OR-10 OR-11 GB-02 API-02 API-03 API-13 API-14 API-15 API-17`,
  },
  {
    since: 7,
    releases: ['v1.13', 'v1.17', 'v1.28', 'v1.36'],
    ids: 'AD-17 OR-05 OR-06',
  },
  {
    since: 8,
    releases: ['v1.13', 'v1.17', 'v1.28', 'v1.36'],
    ids: 'AM-08',
  },
  {
    since: 10,
    releases: ['v1.13', 'v1.17', 'v1.28', 'v1.36'],
    ids: 'AD-W11 AD-06 CL-12',
  },
  {
    since: 12,
    releases: ['v1.13', 'v1.17', 'v1.28', 'v1.36'],
    ids: 'DV-01 DV-03 DV-04 DV-05 DV-07 DU-01 DU-02 DU-03 DU-04',
  },
  {
    since: 13,
    releases: ['v1.13', 'v1.17', 'v1.28', 'v1.36'],
    ids: 'PA-04 PA-06 PA-07 PA-08',
  },
  {
    since: 15,
    releases: ['v1.17', 'v1.28', 'v1.36'],
    ids: 'NS-17',
  },
  {
    since: 16,
    releases: ['v1.17', 'v1.28', 'v1.36'],
    ids: 'FR-06 HT-04 NS-12',
  },
  {
    since: 17,
    releases: ['v1.17', 'v1.28', 'v1.36'],
    ids: 'API-06 API-68',
  },
  {
    since: 20,
    releases: ['v1.28', 'v1.36'],
    ids: `
      AC-02 AC-05 AC-06 MO-03 GB-03 GB-05 GB-06 GB-07 GB-27 GB-28 GB-31 GB-42b GB-42c GB-60
      GB-61 GB-62 GB-63 GB-64 EV-01 EV-02 EV-03 EV-04 EV-05 EV-06 EV-07 AL-01 AL-02 AL-03
      AL-04 AL-05 AL-06 AL-07 AD-W2 AD-W3 AD-W4 AD-W8 AD-05 CL-04 CL-13 CF-05`,
  },
  {
    since: 21,
    releases: ['v1.28', 'v1.36'],
    ids: 'GB-29',
  },
  {
    since: 22,
    releases: ['v1.28', 'v1.36'],
    ids: 'API-76',
  },
  {
    since: 25,
    releases: ['v1.28', 'v1.36'],
    ids: 'VA-14',
  },
  {
    since: 26,
    releases: ['v1.28', 'v1.36'],
    ids: 'DV-02 DV-08',
  },
  {
    since: 27,
    releases: ['v1.28', 'v1.36'],
    ids: 'DM-03',
  },
  {
    since: 33,
    releases: ['v1.36'],
    ids: 'NS-07 NS-11',
  },
  {
    since: 36,
    releases: ['v1.36'],
    ids: 'DE-04 DE-05 DE-06',
  },
];
