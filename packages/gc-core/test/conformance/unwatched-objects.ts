const CANARY = {
  name: 'canary',
  namespace: 'c18b',
  uid: '61d445ec-be8b-4d57-b361-da69e1b16073',
  creationTimestamp: '2026-11-21T12:20:26Z',
  generation: 1,
};

/** The answer to its DELETE; the resourceVersion is known only from the collector's own patch, so there it proves nothing. */
const DELETED_CANARY = {
  ...CANARY,
  generation: 2,
  resourceVersion: '5417',
  deletionTimestamp: '2026-11-21T12:20:26Z',
  deletionGracePeriodSeconds: 0,
  finalizers: ['foregroundDeletion'],
};

/**
 * Objects that the recorded watch did not show, as lines of `objects.jsonl`. The canary of the custom resources was gone
 * before the watch began; the answers to its POST and DELETE give its states, what any custom resource has the rest.
 */
export const UNWATCHED: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '18-custom-resources',
    [
      line('3.609', 'ADDED', CANARY),
      line('3.614', 'MODIFIED', DELETED_CANARY),
      line('11.900', 'DELETED', DELETED_CANARY),
    ],
  ],
]);

function line(t: string, type: string, metadata: object): string {
  return JSON.stringify({
    t,
    type,
    object: { apiVersion: 'gc.example.com/v1', kind: 'Cog', metadata },
  });
}
