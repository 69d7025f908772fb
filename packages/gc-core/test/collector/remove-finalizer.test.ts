import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import { removeFinalizer, withoutFinalizer } from '../../src/collector/remove-finalizer.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import {
  type Answer,
  drive,
  type RecordingContext,
  recordingContext,
} from '../support/drive-attempt.ts';
import { identityOf, metaOf, nodeOf } from '../support/nodes.ts';

const owner = nodeOf(identityOf('a'));
const live = metaOf('a', { finalizers: ['x/y', 'orphan', 'z/z'] });
const text = '[v1/ConfigMap, namespace: ns, name: a, uid: a-uid]';

function run(
  answers: readonly Answer[],
  context: RecordingContext = recordingContext(),
): { result: string | undefined; requests: ApiRequest[] } {
  return drive(removeFinalizer(owner, 'orphan', context), answers);
}

describe('removeFinalizer', () => {
  it('[FR-06] sends null when nothing remains', () => {
    const { requests } = run([metaOf('a', { finalizers: ['orphan'] }), live]);
    expect(JSON.stringify(requests[1]?.verb === 'patch' && requests[1].body)).toBe(
      '{"metadata":{"resourceVersion":"7","finalizers":null}}',
    );
  });

  it('[FR-02] an object that is gone is a success', () => {
    expect(run(['NotFound']).result).toBeUndefined();
  });

  it('[FR-03] an object that cannot be read is an error that says so', () => {
    expect(run(['InternalError']).result).toBe(
      `cannot finalize owner ${text}, because cannot get it: the server says InternalError. The garbage collector will retry later`,
    );
  });

  it('[FR-03] so is a kind without REST mapping', () => {
    const table = ResourceTable.builtIn([], new Set(['v1/ConfigMap']));
    expect(run([], recordingContext({ table })).result).toContain(
      'because cannot get it: unable to get REST mapping for v1/ConfigMap.',
    );
  });

  it('[FR-05] a finalizer that is not there is a success without a write', () => {
    const context = recordingContext();
    const { result, requests } = run([metaOf('a', { finalizers: ['x/y'] })], context);
    expect(result).toBeUndefined();
    expect(requests).toHaveLength(1);
    expect(context.notes.map((each) => each.rule)).toEqual(['FR-05']);
    expect(run([metaOf('a')]).requests).toHaveLength(1);
  });

  it('[FR-09] an object without finalizers is sent back with none', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: metaOf('a') };
    expect(withoutFinalizer(object, 'orphan')).toEqual(object);
  });

  it('[FR-01] [CF-06] each further try waits longer', () => {
    const answers = Array.from({ length: 4 }, (): Answer[] => [live, 'Conflict']).flat();
    const { requests } = run(answers);
    const gets = requests.filter(({ verb }) => verb === 'get');
    expect(gets.map((request) => ('after' in request ? request.after : 0))).toEqual([
      0, 10, 50, 250,
    ]);
  });

  it('[FR-07] the fourth conflict ends the pass', () => {
    const answers = Array.from({ length: 4 }, (): Answer[] => [live, 'Conflict']).flat();
    expect(run(answers).result).toBe(
      `updateMaxRetries(4) has reached. The garbage collector will retry later for owner ${text}`,
    );
  });

  it.each(['NotFound', 'Invalid', 'InternalError'] as const)(
    '[FR-08] %s of the patch is an error at once',
    (reason) => expect(run([live, reason]).result).toBe(`the server says ${reason}`),
  );
});
