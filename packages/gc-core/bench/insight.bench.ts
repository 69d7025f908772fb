import type { Figure } from '../../../tools/src/bench-figure.ts';
import { auditTimes, forecastTimes } from './insight.ts';

/** Figures of answers before a deletion, and of pages. */
export const figures: readonly Figure[] = [
  {
    name: 'core.forecast',
    unit: 'ms',
    goal: '<= 150',
    run: ({ smoke }) => ({ samples: smoke ? forecastTimes(100, 1) : forecastTimes(3000, 15) }),
  },
  {
    name: 'core.forecast20k',
    unit: 'ms',
    goal: '<= 2000',
    run: ({ smoke }) => ({ samples: smoke ? forecastTimes(100, 1) : forecastTimes(20_000, 3) }),
  },
  {
    name: 'core.audit',
    unit: 'ms',
    goal: '<= 2000',
    run: ({ smoke }) => ({ samples: smoke ? auditTimes(2000, 1) : auditTimes(500_000, 5) }),
  },
];
