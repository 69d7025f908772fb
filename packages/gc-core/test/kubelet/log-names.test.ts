import { describe, expect, it } from 'vitest';
import {
  containerIdOfLink,
  fullNameLinkName,
  logFilesOf,
  logLinkName,
  podOfLogDirectory,
} from '../../src/kubelet/log-names.ts';

const id = Array.from({ length: 80 }, (_, index) => 'abcdefghij'[index % 10]).join('');
const parts = {
  pod: 'p'.repeat(128),
  namespace: 'n'.repeat(10),
  container: 'c'.repeat(70),
  id,
};

describe('names of logs', () => {
  it('[LN-1] the link of a pod by its full name is cut to 251 characters', () => {
    const name = fullNameLinkName(parts.pod, parts.container, id);
    expect(name).toBe(`${`${parts.pod}_${parts.container}-${id}`.slice(0, 251)}.log`);
    expect(name).toHaveLength(255);
  });

  it('[LN-1] the link of a container is cut to 251 characters', () => {
    const full = `${parts.pod}_${parts.namespace}_${parts.container}-${id}`;
    expect(logLinkName(parts)).toBe(`${full.slice(0, 251)}.log`);
    expect(logLinkName({ ...parts, pod: 'web', id: 'abcdef' })).toBe(
      `web_${parts.namespace}_${parts.container}-abcdef.log`,
    );
  });

  it.each([
    ['dummy.log'],
    [logLinkName(parts).replace(/\.log$/, '.invalidsuffix')],
    ['pod_ns_container-abcde.log'],
  ])('[LN-2] no id in %s', (name) => {
    expect(containerIdOfLink(name)).toHaveProperty('error');
  });

  it.each([
    ['plainname.log', 'The link plainname.log holds no container id.'],
    ['p_n_c-abc.log', 'The container id "abc" is too short.'],
  ])('[LN-2] says why %s holds none', (name, error) => {
    expect(containerIdOfLink(name)).toEqual({ error });
  });

  it('[LN-2] an id is cut where the name is', () => {
    expect(containerIdOfLink(logLinkName(parts))).toEqual({ id: id.slice(0, 40), isCut: true });
    for (const name of ['pod_ns_container-abcdef.log', 'my-pod_n-s_a-container-abcdef.log']) {
      expect(containerIdOfLink(name)).toEqual({ id: 'abcdef', isCut: false });
    }
  });

  it('[C-12.3] the files of a container are those whose path begins with its log path', () => {
    const files = [
      'test-log-1',
      'test-log-2',
      'test-log-3',
      'test-log-2.00000000-000000.gz',
      'test-log-2.00000000-000001',
      'test-log-3.00000000-000000.gz',
      'test-log-3.00000000-000001',
    ];
    const gone = new Set(logFilesOf('test-log-3', files));
    expect(files.filter((file) => !gone.has(file))).toEqual([
      'test-log-1',
      'test-log-2',
      'test-log-2.00000000-000000.gz',
      'test-log-2.00000000-000001',
    ]);
  });

  it('[L-1] a folder belongs to the pod whose uid follows the last _', () => {
    expect(['123', 'ns_name_321', 'lost+found', 'a_b_', ''].map(podOfLogDirectory)).toEqual([
      '123',
      '321',
      'lost+found',
      '',
      '',
    ]);
  });
});
