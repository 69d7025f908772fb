import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { visibleText } from '@gcscope/gc-core/wire';
import { type ReactNode, useId } from 'react';
import { kindAndName } from '../../ui/object-name.ts';

export interface ObjectSelectProps {
  readonly label: string;
  readonly records: readonly NodeRecord[];
  readonly uid: Uid;
  readonly onPick: (uid: Uid) => void;
}

/** The choice of an object of the simulation. */
export function ObjectSelect({ label, records, uid, onPick }: ObjectSelectProps): ReactNode {
  const id = useId();
  return (
    <div className="object-select">
      <label htmlFor={id} className="soft">
        {label}
      </label>
      <select id={id} value={uid} onChange={({ target }) => onPick(target.value)}>
        {records.map((record) => (
          <option key={record.uid} value={record.uid}>
            {visibleText(kindAndName(record))}
          </option>
        ))}
      </select>
    </div>
  );
}
