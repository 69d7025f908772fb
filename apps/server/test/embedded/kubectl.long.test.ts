import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmbeddedCluster, startEmbeddedCluster } from '../../src/embedded/embedded-cluster.ts';
import { findKubectl, Kubectl } from './support/kubectl.ts';
import { DEPLOYMENT_SPEC, helloDeployment } from './support/moving-world.ts';

// Each command is a process, and what it waits for takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const SOON = { timeout: 20_000 };
const PODS = ['pods', '-l', 'app=hello'];
const REPLICA_SETS = ['rs', '-l', 'app=hello'];

const kubectlFound = findKubectl();
const skipped = 'reason' in kubectlFound ? `, skipped: ${kubectlFound.reason}` : '';

// What commands wait for takes its time, so they wait side by side, each test in a namespace of its own.
describe.skipIf(skipped !== '')(
  `kubectl against the embedded cluster${skipped}`,
  { concurrent: true },
  () => {
    const path = 'path' in kubectlFound ? kubectlFound.path : 'kubectl';
    let cluster: EmbeddedCluster;
    let own: Kubectl;

    beforeAll(async () => {
      cluster = await startEmbeddedCluster();
      own = new Kubectl(path, cluster);
      await kubectl('create namespace demo');
    });
    afterAll(async () => {
      await cluster?.close();
      own?.remove();
    });

    const kubectl: Kubectl['run'] = (...args) => own.run(...args);
    const failureOf: Kubectl['failureOf'] = (...args) => own.failureOf(...args);
    const create = (manifest: object): Promise<void> => own.create(manifest);

    /** kubectl in a new namespace that holds the Deployment hello, available. */
    async function createHello(namespace: string): Promise<typeof kubectl> {
      await kubectl('create namespace', namespace);
      await create(helloDeployment(namespace));
      const inside: typeof kubectl = (line, ...args) => kubectl(`-n ${namespace} ${line}`, ...args);
      await inside('wait deploy/hello --for=condition=Available --timeout=20s');
      return inside;
    }

    // The longest of all, so it comes first.
    it('scales, rolls out and deletes a namespace with all that is in it', async () => {
      await kubectl('create namespace brief');
      const { spec } = DEPLOYMENT_SPEC.template;
      const template = {
        ...DEPLOYMENT_SPEC.template,
        spec: { ...spec, terminationGracePeriodSeconds: 1 },
      };
      await create({ ...helloDeployment('brief'), spec: { ...DEPLOYMENT_SPEC, template } });
      await kubectl('scale deploy/hello -n brief --replicas=3');
      await kubectl('rollout status deploy/hello -n brief --timeout=20s');
      await kubectl('delete namespace brief --timeout=30s');
      expect(await failureOf('get namespace brief')).toContain('not found');
    });

    it('gets a table', async () => {
      const lines = (await kubectl('get deployments')).split('\n');
      expect(lines[0]).toMatch(/^NAME\s+READY\s+UP-TO-DATE\s+AVAILABLE\s+AGE$/);
      expect(lines.find((line) => line.startsWith('web '))).toMatch(/3\/3\s+3\s+3\s+118d$/);
      expect(await kubectl('get all -A')).toContain('statefulset.apps/sessions');
    });

    it('gets yaml, a label selection, a custom resource and an answer for what is not there', async () => {
      const yaml = await kubectl('get deploy web -o yaml');
      expect(yaml).toContain('kind: Deployment');
      const pods = await kubectl('get pods -l app=web -o name');
      expect(pods.trim().split('\n')).toHaveLength(3);
      expect(await kubectl('get db -A')).toContain('preview-417');
      expect(await failureOf('get cm nobody')).toContain('configmaps "nobody" not found');
    });

    it('watches with get -w', async () => {
      const watch = spawn(path, ['get', 'configmaps', '-n', 'demo', '-w'], { env: own.env });
      try {
        const lines = createInterface({ input: watch.stdout })[Symbol.asyncIterator]();
        const next = async (start: string): Promise<string> => {
          for (;;) {
            const { done, value } = await lines.next();
            if (done) throw new Error(`the watch ended before ${start}`);
            if (value.startsWith(start)) return value;
          }
        };
        await next('kube-root-ca.crt');
        const metadata = { name: 'watched', namespace: 'demo' };
        await create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } });
        // Its first second may have passed already.
        expect(await next('watched')).toMatch(/^watched\s+1\s+\d+s$/);
        await kubectl('patch cm watched -n demo -p {"data":{"b":"2"}}');
        expect(await next('watched')).toMatch(/^watched\s+2/);
      } finally {
        watch.kill();
      }
    });

    it('creates by its generators, which send protobuf', async () => {
      await kubectl('create configmap generated -n demo --from-literal=a=b');
      await kubectl('create deployment generated -n demo --image=generated:1 --replicas=2');
      await kubectl('wait -n demo --for=condition=Available deploy/generated --timeout=20s');
      const image = '-o=jsonpath={.spec.template.spec.containers[0].image} {.spec.replicas}';
      expect(await kubectl('get deploy generated -n demo', image)).toBe('generated:1 2');
      const yaml = await kubectl('get deploy,rs,pods -n demo -l app=generated -o=yaml');
      expect(yaml).toContain('restartPolicy: Always');
      expect(yaml.replace('resourceVersion: ""', '')).not.toContain('""');
    });

    it.for([
      ['API-15', 'background', '--timeout=20s'],
      ['API-14', 'foreground', '--wait=false'],
    ] as const)(
      '[%s] deletes with --cascade=%s while a finalizer holds a Pod, then the rest',
      async ([, cascade, wait], { expect }) => {
        const inside = await createHello(cascade);
        const [held = 'none'] = (await inside('get', ...PODS, '-o', 'name')).split('\n');
        const keep = (finalizers: string): Promise<string> =>
          inside('patch', held, '--type=json', '-p', finalizers);
        const path = '/metadata/finalizers';
        await keep(JSON.stringify([{ op: 'add', path, value: ['gcscope.example.com/hold'] }]));
        try {
          await inside('delete deploy/hello', `--cascade=${cascade}`, wait);
          // Until the collector has come down to the Pod, which is as far as it comes.
          const deleted = '-o=jsonpath={.metadata.deletionTimestamp}';
          await expect.poll(() => inside('get', held, deleted), SOON).not.toBe('');
          if (cascade === 'foreground') {
            const finalizers = '-o=jsonpath={.metadata.finalizers}';
            expect(await inside('get deploy/hello', finalizers)).toBe('["foregroundDeletion"]');
            expect(await inside('get', ...REPLICA_SETS, '-o', 'name')).not.toBe('');
          } else {
            expect(await failureOf('get deploy/hello -n', cascade)).toContain('not found');
            await inside('wait --for=delete', ...REPLICA_SETS, '--timeout=20s');
            expect(await inside('get', ...PODS, '-o', 'name')).toContain(held);
          }
        } finally {
          await keep(JSON.stringify([{ op: 'remove', path }]));
        }
        await inside('wait --for=delete deploy/hello --timeout=20s');
        await inside('wait --for=delete', ...PODS, '--timeout=20s');
        expect(await inside('get', ...REPLICA_SETS, '-o', 'name')).toBe('');
      },
    );

    it('[API-13] deletes with --cascade=orphan and leaves the dependents', async () => {
      const inside = await createHello('orphan');
      const sets = await inside('get', ...REPLICA_SETS, '-o', 'name');
      const pods = await inside('get', ...PODS, '-o', 'name');
      await inside('delete deploy/hello --cascade=orphan --timeout=20s');
      expect(sets).toMatch(/^replicaset.apps\/hello-\w+\n$/);
      expect(await inside('get', ...REPLICA_SETS, '-o', 'name')).toBe(sets);
      expect(await inside('get', ...PODS, '-o', 'name')).toBe(pods);
      const items = (field: string): string => `-o=jsonpath={.items[*].metadata.${field}}`;
      expect(await inside('get', ...REPLICA_SETS, items('ownerReferences'))).toBe('');
      expect(await inside('get', ...REPLICA_SETS, items('deletionTimestamp'))).toBe('');
      expect(await inside('get', ...PODS, items('deletionTimestamp'))).toBe('');
      const owners = (await inside('get', ...PODS, items('ownerReferences[*].name'))).split(' ');
      expect(owners.map((name) => `replicaset.apps/${name}\n`)).toEqual([sets, sets]);
    });
  },
);
