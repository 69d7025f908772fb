import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WRITES } from './audit-log.ts';
import { createCertificate, type TestCertificate } from './certificate.ts';

/** The group of the viewer; bound to read-only rights once the API server runs. */
export const VIEWER_GROUP = 'gcscope:viewers';

const PREFIX = 'gcscope-real-';
const KEPT_PREFIX = 'gcscope-kept-';

/** The folder that holds all of a cluster: keys, tokens, etcd's data, logs, kubeconfigs. */
export interface ClusterFolder {
  readonly path: string;
  readonly adminToken: string;
  readonly viewerToken: string;
  /** Signs certificates of users. */
  readonly clientAuthority: TestCertificate & { readonly name: string };
}

/** A new folder with the files that the processes need before they start. */
export async function createClusterFolder(): Promise<ClusterFolder> {
  await removeAbandoned();
  const prefix = process.env.GCSCOPE_KEEP === '1' ? KEPT_PREFIX : PREFIX;
  const path = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const adminToken = randomBytes(16).toString('hex');
  const viewerToken = randomBytes(16).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = 'client-authority';
  const clientAuthority = { name, ...createCertificate({ name }) };
  const users = [
    `${adminToken},admin,admin,system:masters`,
    `${viewerToken},viewer,viewer,${VIEWER_GROUP}`,
  ];
  const files = new Map<string, string>([
    ['sa.key', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['tokens.csv', `${users.join('\n')}\n`],
    ['client-ca.crt', clientAuthority.cert],
    ['audit-policy.json', JSON.stringify(AUDIT_POLICY)],
  ]);
  for (const [name, text] of files) await writeFile(join(path, name), text, { mode: 0o600 });
  return { path, adminToken, viewerToken, clientAuthority };
}

/** Removes the folder, or says where it stays if GCSCOPE_KEEP=1. */
export function removeClusterFolder(path: string): void {
  if (process.env.GCSCOPE_KEEP === '1') process.stderr.write(`real cluster: kept ${path}\n`);
  else rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Writes a kubeconfig with one cluster, one user and the server's certificate in it. */
export async function writeKubeconfig(
  file: string,
  user: string,
  token: string,
  server: string,
  ca: string,
): Promise<void> {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'real',
        cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [{ name: user, user: { token } }],
    contexts: [{ name: `${user}@real`, context: { cluster: 'real', user } }],
    'current-context': `${user}@real`,
  };
  // JSON is YAML, which is what readers of kubeconfigs expect.
  await writeFile(file, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600 });
}

/** Leases and events beat all the time and say nothing about deletion. */
const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    {
      level: 'None',
      resources: [
        { group: 'coordination.k8s.io', resources: ['leases'] },
        { group: '', resources: ['events'] },
        { group: 'events.k8s.io', resources: ['events'] },
      ],
    },
    { level: 'None', nonResourceURLs: ['/healthz*', '/livez*', '/readyz*'] },
    { level: 'RequestResponse', verbs: WRITES },
    { level: 'Metadata' },
  ],
};

/** A test process that was killed with SIGKILL could not remove its folder; the next one does. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX)
      ? Number.parseInt(name.slice(PREFIX.length), 10)
      : Number.NaN;
    if (!Number.isNaN(pid) && !isRunning(pid)) {
      // Somebody else's folder stays, and that is no reason not to start.
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
