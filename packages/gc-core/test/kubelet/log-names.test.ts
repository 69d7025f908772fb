import { describe, expect, it } from 'vitest';
import { containerIdOfLink, podOfLogDirectory } from '../../src/kubelet/log-names.ts';

/** A name that is cut to 251 characters: of the 64 of its id, 40 are left. */
const CUT = `${'p'.repeat(128)}_${'n'.repeat(10)}_${'c'.repeat(70)}-${'abcdefghij'.repeat(4)}`;

describe('names of logs', () => {
  it.each([['dummy.log'], [`${CUT}.invalidsuffix`], ['pod_ns_container-abcde.log']])(
    '[LN-2] no id in %s',
    (name) => {
      expect(containerIdOfLink(name)).toHaveProperty('error');
    },
  );

  it.each([
    ['plainname.log', 'The link plainname.log holds no container id.'],
    ['p_n_c-abc.log', 'The container id "abc" is too short.'],
  ])('[LN-2] says why %s holds none', (name, error) => {
    expect(containerIdOfLink(name)).toEqual({ error });
  });

  it('[LN-1] [LN-2] an id is cut where the name is', () => {
    expect(containerIdOfLink(`${CUT}.log`)).toEqual({ id: 'abcdefghij'.repeat(4), isCut: true });
    for (const name of ['pod_ns_container-abcdef.log', 'my-pod_n-s_a-container-abcdef.log']) {
      expect(containerIdOfLink(name)).toEqual({ id: 'abcdef', isCut: false });
    }
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
