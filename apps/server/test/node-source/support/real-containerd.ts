import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CriWriter } from './cri-writer.ts';

/** Folder with containerd, ctr, its shim and runc, before those of the machine. */
const OWN_BIN = process.env.GCSCOPE_CONTAINERD_BIN ?? '';
const PATH = [OWN_BIN, process.env.PATH ?? ''].filter(Boolean).join(delimiter);
const UNSHARE = 'unshare';
const PROGRAMS = ['containerd', 'containerd-shim-runc-v2', 'ctr', 'runc', UNSHARE, 'cc', 'tar'];

/** Why there can be no real containerd here; `undefined` when there can. */
export function whyNoContainerd(): string | undefined {
  if (process.env.GCSCOPE_TEST_NODE !== '1') return 'npm run test:node runs it';
  if (process.getuid?.() !== 0) return 'only root can make containers';
  const missing = PROGRAMS.filter(
    (program) => !PATH.split(delimiter).some((folder) => existsSync(join(folder, program))),
  );
  return missing.length === 0
    ? undefined
    : `not found in PATH or GCSCOPE_CONTAINERD_BIN: ${missing.join(', ')}`;
}

/** A containerd of its own folder and mount namespace. */
export class RealContainerd {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'gcscope-containerd-'));
  readonly socket: string = join(this.folder, 'containerd.sock');
  #process: ChildProcess | undefined;

  /** Starts it; resolves when it answers. */
  async start(): Promise<void> {
    const config = join(this.folder, 'config.toml');
    writeFileSync(config, configOf(this.folder));
    // Never with / as the working directory, and nothing of /run but its own: shims are found there again after a restart.
    const run = join(this.folder, 'run');
    mkdirSync(join(run, 'containerd'), { recursive: true });
    const script = `mount --bind '${run}' /run && exec containerd --config '${config}'`;
    const log = createWriteStream(join(this.folder, 'containerd.log'), { flags: 'a' });
    await once(log, 'open');
    this.#process = spawn(UNSHARE, ['-m', '--propagation', 'private', 'sh', '-c', script], {
      cwd: this.folder,
      env: { ...process.env, PATH },
      stdio: ['ignore', log, log],
    });
    const peer = new CriWriter(this.socket);
    for (let left = 100; !(await isReady(peer)); left--) {
      if (left === 0) throw new Error('containerd did not start; see its log.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    peer.close();
  }

  /** Ends containerd; containers live on until their sandbox is stopped. */
  async stop(): Promise<void> {
    if (!this.#process) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    this.#process = undefined;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes an image of one program: without words it waits, else it ends with the first as its exit code. */
  addImage(name: string): void {
    const build = mkdtempSync(join(this.folder, 'image-'));
    writeFileSync(join(build, 'app.c'), PROGRAM);
    mkdirSync(join(build, 'root'));
    run(build, 'cc', '-Os', '-static', '-s', '-o', 'root/app', 'app.c');
    // Something of its own, so that two images are two.
    writeFileSync(join(build, 'root/name'), name);
    run(build, 'tar', '-C', 'root', '-cf', 'layer.tar', '.');
    const blobs = join(build, 'oci/blobs/sha256');
    mkdirSync(blobs, { recursive: true });
    const blob = (mediaType: string, data: Buffer): object => {
      const hash = createHash('sha256').update(data).digest('hex');
      writeFileSync(join(blobs, hash), data);
      return { mediaType, digest: `sha256:${hash}`, size: data.length };
    };
    const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));
    const tar = readFileSync(join(build, 'layer.tar'));
    const diffId = `sha256:${createHash('sha256').update(tar).digest('hex')}`;
    const config = blob(
      'application/vnd.oci.image.config.v1+json',
      json({
        architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
        os: 'linux',
        config: { Entrypoint: ['/app'] },
        rootfs: { type: 'layers', diff_ids: [diffId] },
      }),
    );
    const layer = blob('application/vnd.oci.image.layer.v1.tar+gzip', gzipSync(tar));
    const mediaType = 'application/vnd.oci.image.manifest.v1+json';
    const manifest = blob(
      mediaType,
      json({ schemaVersion: 2, mediaType, config, layers: [layer] }),
    );
    const annotations = { 'io.containerd.image.name': name };
    writeFileSync(
      join(build, 'oci/index.json'),
      json({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }),
    );
    writeFileSync(join(build, 'oci/oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
    run(build, 'tar', '-C', 'oci', '-cf', 'image.tar', '.');
    const into = ['-a', this.socket, '-n', 'k8s.io', 'images', 'import', '--snapshotter', 'native'];
    run(build, 'ctr', ...into, 'image.tar');
  }
}

function run(cwd: string, program: string, ...words: readonly string[]): void {
  const env = { ...process.env, PATH };
  execFileSync(program, words, { cwd, env, stdio: 'pipe', timeout: 60_000 });
}

/** Its socket is there before it answers. */
async function isReady(peer: CriWriter): Promise<boolean> {
  try {
    await peer.containers();
    return true;
  } catch {
    return false;
  }
}

/** The image of the sandboxes. */
export const PAUSE = 'localhost/lab/pause:1';

const PROGRAM = `#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static void end(int n) { _exit(0); }
int main(int argc, char **argv) {
  if (argc > 1) return atoi(argv[1]);
  signal(SIGTERM, end);
  for (;;) pause();
}
`;

function configOf(folder: string): string {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  return `version = 2
root = "${folder}/root"
state = "${folder}/state"
oom_score = 0
disabled_plugins = ["io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs", "io.containerd.internal.v1.opt",
  "io.containerd.tracing.processor.v1.otlp", "io.containerd.internal.v1.tracing"]
[grpc]
  address = "${folder}/containerd.sock"
[ttrpc]
  address = "${folder}/containerd.ttrpc.sock"
[${cri}]
  sandbox_image = "${PAUSE}"
  disable_apparmor = true
  restrict_oom_score_adj = true
  stream_server_address = "127.0.0.1"
  stream_server_port = "0"
[${cri}.containerd]
  snapshotter = "native"
[${cri}.containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[${cri}.containerd.runtimes.runc.options]
  NoNewKeyring = true
  SystemdCgroup = false
[${cri}.cni]
  bin_dir = "${folder}/cni/bin"
  conf_dir = "${folder}/cni/conf"
`;
}
