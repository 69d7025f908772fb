import { describe, expect, it } from 'vitest';
import {
  bytesField,
  encodeDocument,
  encodeEvent,
  textField,
} from '../../src/embedded/http/encode-protobuf.ts';
import { json, list, status } from '../support/fake-answers.ts';
import { PODS, PodReflector, until } from '../support/reflector-run.ts';
import { isProtobuf, wire } from '../support/wire.ts';

describe('reflector, odd content', () => {
  const pods = new PodReflector();

  it('a list without a version is followed by a watch of what exists, and a cut by a consistent list', async () => {
    const items = [{ name: 'a', uid: 'u-a', resourceVersion: '90' }];
    pods.server.next('list', list(wire.list({}, items)));
    await pods.watching();
    const added = { namespace: 'shop', name: 'b', uid: 'u-b', resourceVersion: '95' };
    pods.server.write(wire.event('ADDED', added));
    await until(() => pods.run.names.length === 2);
    pods.server.endWatches();
    await pods.waitOut(500);
    await until(() => pods.server.seen('list').length === 2);
    expect(pods.server.seen('list')[1]?.query.get('resourceVersion')).toBeNull();
  });

  it('survives an event of 20 MB and reads on', async () => {
    await pods.watching();
    pods.server.write(wire.event('ADDED', { name: 'x'.repeat(20_000_000), uid: 'x' }));
    await pods.waitOut(1200);
    await until(() => pods.server.watchCount === 1 && pods.server.seen('watch').length === 2);
    pods.pod('a');
    await until(() => pods.run.names.length === 1);
  });

  it('U+2028 does not end an event', async () => {
    await pods.watching();
    pods.pod('a\u2028b\u2029c');
    await until(() => pods.run.names.length === 1);
    expect(pods.run.names).toEqual(['a\u2028b\u2029c']);
    expect(pods.run.reflector.counts.undecodable).toBe(0);
  });

  it('leaves an object with unusable metadata out, says so, and takes it back when it is fixed', async () => {
    await pods.watching();
    const finalizers = Array.from({ length: 50_001 }, () => 'f');
    pods.server.put(PODS, { namespace: 'shop', name: 'odd', uid: 'u-odd', finalizers });
    await until(() => pods.run.state === 'degraded');
    expect(pods.run.states.at(-1)?.message).toBe(
      '1 object was left out because of unusable metadata (shop/odd: it has over 50000 finalizers).',
    );
    pods.server.put(PODS, { name: 'odd', uid: 'u-odd', finalizers: ['example.com/hold'] });
    await until(() => pods.run.state === 'synced');
    expect(pods.run.names).toEqual(['odd']);
  });

  it.each([
    [
      'a list of whole objects in JSON',
      json('{"kind":"PodList","items":[{"metadata":{"name":"a","uid":"1"}}]}'),
    ],
    [
      'whole objects in a list that calls itself metadata',
      isProtobuf
        ? list(
            encodeDocument(
              'meta.k8s.io/v1',
              'PartialObjectMetadataList',
              bytesField(2, bytesField(1, textField(1, 'a')), bytesField(2)),
            ),
          )
        : json(
            '{"kind":"PartialObjectMetadataList","items":[{"metadata":{"name":"a","uid":"1"},"data":{}}]}',
          ),
    ],
    [
      'a list of whole objects',
      list(
        isProtobuf
          ? encodeDocument('v1', 'SecretList', bytesField(2, bytesField(1, textField(1, 'a'))))
          : Buffer.from('{"kind":"SecretList","items":[{"metadata":{"name":"a","uid":"1"}}]}'),
      ),
    ],
    ['406', status(406, 'NotAcceptable', 'only full objects')],
  ])('a server that answers with %s is unsupported', async (_, respond) => {
    pods.server.next('list', respond);
    pods.start();
    await until(() => pods.run.state === 'unsupported');
    expect(pods.run.batches).toHaveLength(0);
    expect(pods.server.seen('watch')).toHaveLength(0);
  });

  it('whole objects inside a watch are not taken', async () => {
    await pods.watching();
    pods.server.write(
      isProtobuf
        ? encodeEvent('ADDED', encodeDocument('v1', 'Pod', bytesField(1, textField(1, 'a'))))
        : '{"type":"ADDED","object":{"kind":"Pod","metadata":{"name":"a","uid":"1"}}}\n',
    );
    await until(() => pods.run.state === 'unsupported');
    expect(pods.run.batches).toHaveLength(0);
  });

  it('reads a list that comes in pages as one', async () => {
    const page = (name: string, more: string): Buffer =>
      wire.list({ resourceVersion: '100', continue: more }, [
        { name, uid: name, resourceVersion: '90' },
      ]);
    pods.server.next('list', list(page('a', 'more')), list(page('b', '')));
    await pods.watching();
    expect(pods.run.names).toEqual(['a', 'b']);
    expect(pods.server.seen('list')[1]?.query.get('continue')).toBe('more');
  });
});
