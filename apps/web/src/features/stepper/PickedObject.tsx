import type { Absence, NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGo } from '../../address/navigation.tsx';
import { isUnseen, type Selector, UNSEEN } from '../../data/selection.ts';
import { useRecord } from '../../data/use-graph.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { StateLabels } from '../../ui/Marks.tsx';
import { NamedObject } from './ObjectLinks.tsx';
import { describePlayedWait } from './outcome.ts';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

export interface PickedObjectProps {
  readonly session: SimulationSession;
  readonly uid: Uid;
  /** The objects on the map. */
  readonly selector: Selector;
  readonly label?: string;
}

const ABSENCE: Readonly<Record<Absence, string>> = {
  gone: 'Does not exist at this step.',
  removed: 'The API server has removed it. The collector has not seen this yet.',
  forgotten: 'Exists, but the collector no longer knows it at this step.',
};

/** The selected object after the current step. */
export function PickedObject({
  session,
  uid,
  selector,
  label = 'Selected object',
}: PickedObjectProps): ReactNode {
  const go = useGo();
  useSession(session);
  const now = useRecord(session.store, uid);
  const selection = selector(session.store);
  const { places = [], absent, ahead } = selection;
  const absence = absent?.get(uid);
  const shown = ahead?.get(uid) ?? now;
  const record = shown ?? places.find((each) => each.uid === uid);
  return (
    <aside className="picked floating" aria-label={label}>
      <div className="picked-head">
        {record ? <NamedObject record={record} /> : <span>Not part of this simulation</span>}
        <IconButton label="Deselect the object" onPress={() => go({ selected: undefined })}>
          <X size={14} />
        </IconButton>
      </div>
      {record && (absence || !shown) && (
        <p className="soft">{absence ? ABSENCE[absence] : 'Does not exist at this step.'}</p>
      )}
      {shown && !absence && (
        <p>
          <StateLabels record={shown} />
          <span className="soft">
            {isUnseen(selection, session.store, uid) ? UNSEEN : whatNext(shown)}
            {shown.finalizers.length > 0 && ` · finalizers ${shown.finalizers.join(', ')}`}
          </span>
        </p>
      )}
    </aside>
  );
}

function whatNext(record: NodeRecord): string {
  return record.beingDeleted ? describePlayedWait(record) : `verdict: ${record.summary?.verdict}`;
}
