import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { visibleText } from '@gcscope/gc-core/wire';
import { type ReactNode, useId } from 'react';

export interface ObjectSelectProps {
  readonly label: string;
  readonly records: readonly NodeRecord[];
  readonly uid: Uid;
  readonly onPick: (uid: Uid) => void;
}

/** One of the objects of the simulation. */
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
            {visibleText(objectText(record))}
          </option>
        ))}
      </select>
    </div>
  );
}

/** `Pod shop/web-x` */
export function objectText({
  kind,
  namespace,
  name,
}: Pick<NodeRecord, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
