import { describe, expect, it } from 'vitest';
import { collectContainers } from '../../src/kubelet/collect-containers.ts';
import { containerStateOf } from '../../src/kubelet/node-state.ts';
import { eventText } from '../../src/kubelet/report.ts';
import { dead, kubelet, NOW, runOn } from './node-fixture.ts';

function policy(maxPerPodContainer: number, maxContainers = -1, minAge = 0n) {
  return kubelet({ containerPolicy: { minAge, maxPerPodContainer, maxContainers } });
}

describe('collecting containers', () => {
  it('[C-12.1] the stop of a container in state UNKNOWN is an Event on its pod', () => {
    const containers = [dead('c', 60, { state: 'UNKNOWN' })];
    const { events, removed } = collectContainers(runOn({ containers }, policy(0)));
    expect(events.map((event) => [eventText(event), event.on])).toEqual([
      ['Normal Killing Stopping container main', { podUid: 'p' }],
    ]);
    expect(removed[0]?.notes).toEqual(['stop-first']);
  });

  it('[C-3] units are told apart by uid and name, whatever stands in them', () => {
    const containers = [
      dead('a', 2, { pod: 'p', name: 'q/r' }),
      dead('b', 1, { pod: 'p/q', name: 'r' }),
      dead('c', 1, { pod: '__proto__', name: 'constructor' }),
    ];
    const uids = ['p', 'p/q', '__proto__'];
    const pods = uids.map((uid) => ({ uid, name: uid, namespace: 'test', state: 'live' as const }));
    const { removed } = collectContainers(runOn({ pods, containers }, policy(1)));
    expect(removed).toEqual([]);
  });

  it('[C-11] of two of the same age either may go: both carry the note', () => {
    const containers = [dead('a', 9, { attempt: 1 }), dead('b', 9, { attempt: 2 }), dead('z', 99)];
    const { removed, decisions } = collectContainers(runOn({ containers }, policy(1)));
    expect(removed.map(({ id, notes }) => [id, notes])).toEqual([
      ['z', []],
      ['a', ['tie']],
    ]);
    expect(decisions.find(({ id }) => id === 'b')?.notes).toEqual(['tie']);
  });

  it('[C-11] where nothing is kept the order is open; v1.7 takes the oldest first', () => {
    const containers = [dead('old', 9), dead('new', 1), dead('mid', 5)];
    const open = collectContainers(runOn({ containers }, policy(0)));
    expect(open.removed.map(({ rank, notes }) => [rank, notes])).toEqual(
      Array.from({ length: 3 }, () => [0, ['order-unknown']]),
    );
    const by = kubelet({ release: 'v1.7', containerPolicy: policy(0).containerPolicy });
    const { removed } = collectContainers(runOn({ containers }, by));
    expect(removed.map(({ id, notes }) => [id, notes])).toEqual([
      ['old', []],
      ['mid', []],
      ['new', []],
    ]);
  });

  it('[C-10.2] a node limit of 0 takes the oldest first all the same', () => {
    const containers = ['a', 'b', 'c'].map((name, at) => dead(name, 9 - at, { name }));
    const { removed } = collectContainers(
      runOn({ containers: containers.toReversed() }, policy(-1, 0)),
    );
    expect(removed.map(({ id, rule, rank, notes }) => [id, rule, rank, notes])).toEqual([
      ['a', 'C-10.2', 0, []],
      ['b', 'C-10.2', 1, []],
      ['c', 'C-10.2', 2, []],
    ]);
  });

  it('[C-12.3] an empty log path is noted, an unknown one is not', () => {
    const containers = [dead('a', 9, { logPath: '' }), dead('b', 9, { name: 'b' })];
    const { removed } = collectContainers(runOn({ containers }, policy(0)));
    expect(removed.map(({ notes }) => notes)).toEqual([['empty-log-path'], []]);
  });

  it('[C-7] a state that CRI does not know counts as UNKNOWN', () => {
    const values = [0, 1, 2, 3, 4, -1, 'CONTAINER_RUNNING', 'EXITED', 'PAUSED', undefined, null];
    expect(values.map(containerStateOf)).toEqual([
      'CREATED',
      'RUNNING',
      'EXITED',
      'UNKNOWN',
      'UNKNOWN',
      'UNKNOWN',
      'RUNNING',
      'EXITED',
      'UNKNOWN',
      'UNKNOWN',
      'UNKNOWN',
    ]);
  });

  it('[L-1] lost+found of a log directory on a disk of its own goes, with a note', () => {
    const { removed } = collectContainers(runOn({ logDirectories: ['lost+found', 'ns_a_b'] }));
    expect(removed.map(({ id, notes }) => [id, notes])).toEqual([
      ['lost+found', ['lost-and-found']],
      ['ns_a_b', []],
    ]);
  });

  it('[S-1] which of two newest sandboxes of one age stays is open', () => {
    const sandbox = { pod: 'p', attempt: 0, createdAt: NOW, state: 'NOTREADY' as const };
    const sandboxes = ['a', 'b'].map((id) => ({ ...sandbox, id }));
    const { decisions } = collectContainers(runOn({ sandboxes }));
    expect(decisions.map(({ id, action, notes }) => [id, action, notes])).toEqual([
      ['a', 'remove', ['tie']],
      ['b', 'keep', ['tie']],
    ]);
    // A ready one stays in any case; the other goes only if it does not count as the newest.
    const ready = sandboxes.map((each) =>
      each.id === 'b' ? { ...each, state: 'READY' as const } : each,
    );
    const { decisions: one } = collectContainers(runOn({ sandboxes: ready }));
    expect(one.map(({ id, action, notes }) => [id, action, notes])).toEqual([
      ['a', 'remove', ['tie']],
      ['b', 'keep', []],
    ]);
  });

  it('[C-13] the same error of two phases is told once, different ones together', () => {
    const list = { operation: 'list', subject: 'containers', error: 'a' } as const;
    const read = { operation: 'read', subject: 'logDirectories', error: 'b' } as const;
    expect(collectContainers(runOn({}, kubelet(), [list])).error).toBe('a');
    expect(collectContainers(runOn({}, kubelet(), [list, read])).error).toBe(
      '[a, failed to read podLogsDirectory "/var/log/pods": b]',
    );
  });

  it('[L-2] the link of a container in state CREATED that leads nowhere', () => {
    const containers = [dead('abcdef', 9, { state: 'CREATED' })];
    const logLinks = [{ name: 'p_test_c-abcdef.log', dangling: true }];
    expect(collectContainers(runOn({ containers, logLinks })).node.logLinks).toHaveLength(1);
  });

  it('[L-2] a cut id finds its container when there is only one', () => {
    const id = 'f'.repeat(64);
    const name = `${`p_ns_${'c'.repeat(200)}-${id}`.slice(0, 251)}.log`;
    const logLinks = [{ name, dangling: true }];
    const running = { state: 'RUNNING' as const };
    const one = collectContainers(runOn({ logLinks, containers: [dead(id, 9, running)] }));
    expect(one.node.logLinks).toEqual(logLinks);
    const containers = [dead(id, 9, running), dead(`${'f'.repeat(63)}0`, 9, running)];
    expect(collectContainers(runOn({ logLinks, containers })).node.logLinks).toEqual([]);
  });
});
