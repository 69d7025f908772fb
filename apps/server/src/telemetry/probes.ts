import type { ClusterHealth } from '@gcscope/gc-core/wire';
import type { FastifyInstance } from 'fastify';

interface Probed {
  readonly health: () => ClusterHealth;
  /** Whether the server is ending, so that no new readers should come. */
  readonly isClosing: () => boolean;
  /** Whether the answer says only if the probe passes. */
  readonly isTerse: boolean;
}

/** As API servers take them: `?verbose`, and `?exclude=` once or more. */
interface ProbeQuery {
  readonly verbose?: string;
  readonly exclude?: string | string[];
}

/** `/livez`: the process answers, whatever the cluster does. `/readyz`, `/healthz`: the cluster is read as far as it can be. */
export function addProbes(app: FastifyInstance, { health, isClosing, isTerse }: Probed): void {
  const ready = (): readonly Check[] => readiness(health(), isClosing());
  const probes = { livez: () => [], readyz: ready, healthz: ready };
  for (const [name, checks] of Object.entries(probes)) {
    app.get<{ Querystring: ProbeQuery }>(
      `/${name}`,
      { schema: { hide: true } },
      async ({ query: { verbose, exclude = [] } }, reply) => {
        const options = { verbose: verbose !== undefined, exclude: [exclude].flat() };
        const { code, text } = answerProbe(name, checks(), options);
        const said = isTerse ? (code === 200 ? 'ok' : 'not ready') : text;
        return reply.code(code).type('text/plain; charset=utf-8').send(said);
      },
    );
  }
}

/** One check of a probe, named as in `?verbose` and `?exclude=`. */
interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** The state that fails it, in one word: a probe does not reveal what a cluster holds. */
  readonly why?: string;
  /** Whether the probe fails with it; else it is only listed. */
  readonly required: boolean;
}

/** The answer of a probe. */
interface ProbeAnswer {
  readonly code: 200 | 503;
  readonly text: string;
}

/** Without one of these kinds there is little to show of any cluster. */
const REQUIRED: ReadonlySet<string> = new Set([
  'pods',
  'replicasets.apps',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
]);

/**
 * The cluster has been read as far as it can be, and what was read has its verdicts. A check of a kind says that the kind is read; one that
 * cannot be read is listed, but does not fail the probe.
 */
function readiness(health: ClusterHealth, isClosing: boolean): readonly Check[] {
  const shutdown = check('shutdown', !isClosing, 'gcscope is ending', true);
  const cluster = check('cluster', health.state === 'live', whyNotLive(health), true);
  const kinds = health.kinds.map(({ group, resource, state, since, namespaces }) => {
    const name = group === '' ? resource : `${resource}.${group}`;
    const isWhole = state === 'synced' && namespaces === undefined;
    const why = namespaces === undefined ? state : `${state} in one namespace`;
    const isRequired = state === 'forbidden' && REQUIRED.has(name);
    return check(`kinds/${name}`, isWhole, `${why} since ${since}`, isRequired);
  });
  return [shutdown, cluster, ...kinds];
}

/** All kinds may be read before their objects are judged. */
function whyNotLive({ state, kinds }: ClusterHealth): string {
  const isRead = kinds.length > 0 && kinds.every((kind) => kind.state !== 'listing');
  return state === 'syncing' && isRead ? 'syncing, the verdicts are not complete' : state;
}

/** `ok`, or with `verbose`, or when a check fails, a line per check as API servers print them. */
function answerProbe(
  probe: string,
  checks: readonly Check[],
  { verbose, exclude }: { readonly verbose: boolean; readonly exclude: readonly string[] },
): ProbeAnswer {
  const left = new Set(exclude);
  const counted = checks.filter(({ name }) => !left.has(name));
  const unknown = exclude.filter((name) => !checks.some((each) => each.name === name));
  const fails = counted.some(({ ok, required }) => required && !ok);
  if (!verbose && !fails) return { code: 200, text: 'ok' };
  const lines = checks.map((each) => lineOf(each, left.has(each.name)));
  const warnings = unknown.map((name) => `warn: no check is called ${name}`);
  const end = `${probe} check ${fails ? 'failed' : 'passed'}`;
  return { code: fails ? 503 : 200, text: [...lines, ...warnings, end, ''].join('\n') };
}

function check(name: string, ok: boolean, why: string, required: boolean): Check {
  return ok ? { name, ok, required } : { name, ok, why, required };
}

function lineOf({ name, ok, why, required }: Check, excluded: boolean): string {
  if (excluded) return `[+]${name} excluded: ok`;
  if (ok) return `[+]${name} ok`;
  return `[-]${name} ${required ? 'failed' : 'incomplete'}: ${why}`;
}
