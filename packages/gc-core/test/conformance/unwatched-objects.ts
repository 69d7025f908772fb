/**
 * Objects that the recorded watch did not show, as lines of `objects.jsonl`. The canary of the custom resources was gone
 * before the watch began; the answers to its POST and DELETE give its state. Its resourceVersion is known only from the
 * collector's own patch, so there it proves nothing.
 */
export const UNWATCHED: ReadonlyMap<string, readonly string[]> = new Map([
  ['18-custom-resources', ['ADDED', 'DELETED'].map((type) => canary(type))],
]);

function canary(type: string): string {
  const metadata = {
    name: 'canary',
    namespace: 'c18b',
    uid: '61d445ec-be8b-4d57-b361-da69e1b16073',
    resourceVersion: '5417',
    creationTimestamp: '2026-11-21T12:20:26Z',
    deletionTimestamp: '2026-11-21T12:20:26Z',
    deletionGracePeriodSeconds: 0,
    finalizers: ['foregroundDeletion'],
  };
  const object = { apiVersion: 'gc.example.com/v1', kind: 'Cog', metadata };
  return JSON.stringify({ t: type === 'ADDED' ? '3.614' : '11.9', type, object });
}
