import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CriSource, socketFault } from '../../src/node-source/cri-source.ts';
import { NodeUnreadableError } from '../../src/node-source/node-unreadable.ts';
import { criContainer, type FakeCri } from './support/fake-cri.ts';
import { readFrom, startSmallRuntime } from './support/small-runtime.ts';

describe('a runtime that cannot be read', () => {
  let fake: FakeCri;
  beforeEach(async () => {
    fake = await startSmallRuntime();
  });

  const fault = async (more: Partial<CriSource> = {}): Promise<string> => {
    const error = await readFrom(fake, more).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(NodeUnreadableError);
    return (error as Error).message;
  };

  it('says that the runtime hangs when it never answers', async () => {
    fake.answer({ Version: 'hang' });
    expect(await fault({ timeout: 300 })).toBe(
      `The runtime at ${fake.socket} did not answer Version within 0.3 s.`,
    );
  });

  // Refused as too late: one that really hangs would need a time limit that the calls before it keep on any machine.
  it.each(['ListContainers', 'ListPodSandbox', 'ListImages'])(
    'says that the runtime hangs when %s is not answered in time',
    async (method) => {
      fake.answer({ [method]: { refuse: 'DEADLINE_EXCEEDED' } });
      expect(await fault()).toBe(
        `The runtime at ${fake.socket} did not answer ${method} within 5 s.`,
      );
    },
  );

  it('does without what hangs in between: statuses and the image filesystem', async () => {
    const late = { refuse: 'DEADLINE_EXCEEDED' } as const;
    fake.answer({ ContainerStatus: late, ImageFsInfo: late });
    const { scenario, notSeen } = await readFrom(fake);
    expect(scenario.spec.containers?.[0]).not.toHaveProperty('logPath');
    expect(notSeen.map(({ what }) => what)).toContain('log path and volume images of 1 container');
    expect(notSeen.map(({ what }) => what)).toContain(
      'size and fill level of the image filesystem',
    );
  });

  it('says that an answer is no message of CRI', async () => {
    fake.answer({ ListContainers: new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0xff, 0x01, 0x02]) });
    expect(await fault()).toMatch(/^gcscope could not call ListContainers of the runtime at .* \(/);
  });

  it('says which part of an answer no plan can rest on', async () => {
    fake.answer({ ListContainers: { containers: [criContainer('c0'), criContainer('')] } });
    expect(await fault()).toBe(
      `The runtime at ${fake.socket} sent an invalid answer: containers[1]: it has no id.`,
    );
  });

  it.each([
    ['writes garbage', 'not HTTP/2 at all. '.repeat(50)],
    ['closes', undefined],
  ])('says that something else than CRI answers when the peer %s', async (_, text) => {
    const socket = join(fake.folder, 'other.sock');
    const server = createServer((peer) => {
      peer.on('error', () => {});
      if (text === undefined) peer.destroy();
      else peer.write(text);
    });
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    expect(await fault({ socket })).toBe(
      `Nothing answers at ${socket}. Is this the socket of a container runtime, and does the runtime run?`,
    );
    server.close();
  });

  it('says that a peer that accepts and never speaks does not answer', async () => {
    const socket = join(fake.folder, 'mute.sock');
    const peers: { destroy(): void }[] = [];
    const server = createServer((peer) => peers.push(peer));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    expect(await fault({ socket, timeout: 300 })).toContain('did not answer Version within 0.3 s.');
    for (const peer of peers) peer.destroy();
    server.close();
  });

  it('says that there is no socket, or that a file is none', async () => {
    expect(await fault({ socket: join(fake.folder, 'none.sock') })).toContain(
      'There is no socket at',
    );
    const file = join(fake.folder, 'file');
    writeFileSync(file, '');
    expect(await fault({ socket: `unix://${file}` })).toBe(
      `${file} is not a socket; write the path of the container runtime’s socket.`,
    );
    await expect(readFrom(fake, { socket: 'tcp://127.0.0.1:1' })).rejects.toThrow(
      '--cri tcp://127.0.0.1:1 is not a socket on this machine; write its path',
    );
  });

  // As a function: who runs this as root may open everything.
  it('says that root may open it, and who asks may not', () => {
    expect(socketFault('EACCES', '/run/cri.sock')).toBe(
      'You may not open /run/cri.sock. Sockets of container runtimes belong to root, so run this command as root.',
    );
  });

  it('says so when the server knows another service only', async () => {
    fake.answer({ Version: { refuse: 'UNIMPLEMENTED' } });
    expect(await fault()).toContain('does not know Version of CRI v1');
  });
});
