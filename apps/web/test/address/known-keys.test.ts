import { describe, expect, it } from 'vitest';
import { keyFaults } from '../../src/address/known-keys.ts';
import { parseViewSearch } from '../../src/address/view-search.ts';

describe('keys of an address', () => {
  it('names a key that no page knows, with the one that may be meant', () => {
    const { unknown = [] } = parseViewSearch('?namespace=shop&ns=shop&kinds=Pod&namespace=x');
    expect(unknown).toEqual(['namespace', 'kinds']);
    expect(keyFaults('/', unknown, true)).toEqual([
      'This page has no parameter “namespace”. Did you mean “ns”?',
      'This page has no parameter “kinds”. Did you mean “kind”?',
    ]);
  });

  it('names those that the page knows where none is near', () => {
    expect(keyFaults('/o/one', ['foo'], true)).toEqual([
      'This page has no parameter “foo”. Known: state, kind, ns, finalizer, label, of, depth, view, stack, sel, show, legend, rule, panel, at.',
    ]);
  });

  it('a key of another page says nothing here, one that goes along is fine', () => {
    expect(keyFaults('/terminating', ['policy', 'ns', 'depth'], true)).toHaveLength(1);
    expect(keyFaults('/simulate/one', ['policy', 'step', 'ns'], true)).toEqual([]);
    expect(keyFaults('/scenes/node-gone-pod', ['run', 'after', 'step', 'in'], true)).toEqual([]);
  });

  it('a filter that goes along to a report, which does not have it, is a fault of a link from outside', () => {
    const keys = ['kind', 'state', 'finalizer', 'label', 'ns', 'q'];
    expect(keyFaults('/activity', keys, false)).toEqual([]);
    const faults = keyFaults('/activity', keys, true);
    expect(faults).toHaveLength(4);
    expect(faults[0]).toBe(
      'This page has no parameter “kind”. Known: ns, what, by, depth, view, sel, show, legend, q, rule, at.',
    );
    // The report on deletions has two more of them.
    expect(keyFaults('/terminating', keys, true)).toHaveLength(2);
    expect(keyFaults('/o/one', keys.slice(0, 5), true)).toEqual([]);
  });

  it('says nothing where there is no page', () => {
    expect(keyFaults('/nowhere', ['foo'], true)).toEqual([]);
  });
});
