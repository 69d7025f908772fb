import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../src/run-step.ts';

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps: readonly object[];
}

const FOLDER = join(ROOT, '.github/workflows');
const texts = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const workflows: readonly Workflow[] = texts.map((text) => parse(text));
const jobs = workflows.flatMap((workflow) => Object.entries(workflow.jobs));

/** Whether a job signs or publishes with an identity of its own. */
function publishes({ steps }: Job): boolean {
  return /npm publish|cosign sign /.test(JSON.stringify(steps));
}

describe('the workflows', () => {
  it('use each action at a commit, with its version beside it', () => {
    const uses = texts.flatMap((text) => text.match(/^.*\buses:.*$/gm) ?? []);
    expect(uses.length).toBeGreaterThan(5);
    for (const line of uses) {
      expect(line).toMatch(/^ +- uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it('may only read, unless a job publishes', () => {
    expect(workflows.map(({ permissions }) => permissions)).toEqual(
      workflows.map(() => ({ contents: 'read' })),
    );
    for (const [name, job] of jobs.filter(([, each]) => !publishes(each))) {
      expect([name, job.permissions, job.environment]).toEqual([name, undefined, undefined]);
    }
  });

  it('give what publishes an identity and a package registry, once a maintainer approves', () => {
    const publishing = Object.fromEntries(jobs.filter(([, job]) => publishes(job)));
    const granted = Object.entries(publishing).map(([name, job]) => [name, job.permissions]);
    expect(Object.fromEntries(granted)).toEqual({
      'publish-package': { 'id-token': 'write' },
      'publish-image': { contents: 'read', 'id-token': 'write', packages: 'write' },
    });
    for (const [name, { environment }] of Object.entries(publishing)) {
      expect([name, environment]).toEqual([name, 'release']);
    }
  });

  it('run no code of packages where the package is published', () => {
    const steps = JSON.stringify(Object.fromEntries(jobs)['publish-package']?.steps);
    expect(steps).not.toMatch(/npm (ci|install|run)|npx|actions\/checkout/);
    expect(steps).toContain('npm publish --ignore-scripts');
  });

  it('leave no token of the repository on the disk', () => {
    const checkouts = jobs.flatMap(([, { steps }]) =>
      steps.map((step) => JSON.stringify(step)).filter((step) => step.includes('/checkout@')),
    );
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step).toContain('"persist-credentials":false');
  });
});
