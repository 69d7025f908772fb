import { describe, expect, it } from 'vitest';
import { graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf } from '../support/nodes.ts';
import { uidOf } from '../support/ordinary-object.ts';

/** More uids of one hash than find a slot. */
const CROWD = Array.from(
  { length: 100 },
  (_, at) => `00000007-0000-4000-${String(at).padStart(4, '0')}-00000000000a`,
);

describe('uids that users crowd on one place', () => {
  it('are found also when most of them have left and all others have moved', () => {
    const { graph, process } = graphFixture();
    const add = (uid: string): void =>
      process({ type: 'ADDED', identity: identityOf('x', { uid }), meta: metaOf('x', { uid }) });
    for (const uid of CROWD) add(uid);
    for (const uid of CROWD.slice(0, 90)) {
      process({ type: 'DELETED', identity: identityOf('x', { uid }) });
    }
    for (let serial = 0; serial < 600; serial++) add(uidOf(serial));
    const found = CROWD.filter((uid) => graph.get(uid)?.uid === uid);
    expect(found).toEqual(CROWD.slice(90));
  });
});
