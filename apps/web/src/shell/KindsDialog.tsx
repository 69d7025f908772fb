import { formatCount, isUnread, joined, type KindHealth } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { kindKey } from '../data/graph-store.ts';
import { useConnection, useLiveCounts } from '../data/use-graph.ts';
import { Ago, KindGlyph } from '../ui/Marks.tsx';
import { Modal } from '../ui/Modal.tsx';

/** The text for the state of a kind; empty for a synced kind. */
const STATES: Readonly<Record<KindHealth['state'], string>> = {
  listing: 'being read',
  synced: '',
  stale: 'may be out of date',
  backoff: 'failing, will retry',
  forbidden: 'forbidden',
  gone: 'no longer served',
  unsupported: 'cannot be watched',
  degraded: 'cannot be read, or only in part',
};

/** The kinds that gcscope cannot read, with the reason, then the others. */
export function KindsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const kinds = useConnection().health?.kinds ?? [];
  const unread = kinds.filter((kind) => isUnread(kind));
  const read = kinds.filter((kind) => !isUnread(kind));
  return (
    <Modal title={`Kinds: ${read.length} read, ${unread.length} unread`} onClose={onClose}>
      {unread.length === 0 ? (
        <p className="soft">gcscope reads every kind that the cluster serves.</p>
      ) : (
        <>
          <p className="soft">
            Objects of these kinds are missing, or may be out of date. Verdicts that depend on them
            are “not verified”.
          </p>
          <KindRows kinds={unread} />
        </>
      )}
      {read.length > 0 && (
        <>
          <h3 className="section-title">Read</h3>
          <KindRows kinds={read} />
        </>
      )}
    </Modal>
  );
}

/** The objects are counted in the graph, which is newer than the report on their kind. */
function KindRows({ kinds }: { readonly kinds: readonly KindHealth[] }): ReactNode {
  const counts = useLiveCounts();
  return (
    <ul className="kind-rows">
      {kinds.map((kind) => (
        <li key={`${kind.group}/${kind.resource}`} className="wraps">
          <KindGlyph apiVersion={apiVersionOf(kind)} kind={kind.kind} />
          <span className="kind-name">
            {kind.kind} <span className="soft">{kind.group}</span>
          </span>
          <span className="soft">
            {kind.namespaces === undefined
              ? STATES[kind.state]
              : `read in ${joined(kind.namespaces)} only`}
            {kind.state === 'stale' && ', confirmed '}
            {kind.state === 'stale' && <Ago since={kind.since} />}
          </span>
          <span>
            {formatCount(
              counts.kinds.get(kindKey({ apiVersion: apiVersionOf(kind), kind: kind.kind })) ?? 0,
            )}
          </span>
          {kind.message !== undefined && <p className="kind-message">{kind.message}</p>}
        </li>
      ))}
    </ul>
  );
}

function apiVersionOf({ group, version }: KindHealth): string {
  return group === '' ? version : `${group}/${version}`;
}
