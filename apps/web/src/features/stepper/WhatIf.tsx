import {
  type Action,
  isBlocking,
  isCollectorFinalizer,
  type NodeRecord,
  type Uid,
} from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { useView } from '../../address/navigation.tsx';
import { Breakable } from '../../ui/BreakableName.tsx';
import { kindAndName } from '../../ui/object-name.ts';
import { Join } from './Join.tsx';
import { ObjectSelect } from './ObjectSelect.tsx';
import type { SimulationSession } from './simulation-session.ts';
import type { Played } from './use-playback.ts';
import { useSession } from './use-session.ts';

export interface WhatIfProps {
  readonly session: SimulationSession;
  readonly played: Played;
  readonly onEdit: (edit: Action) => void;
}

/** Edits references and finalizers; before the first step, the edits come before the deletion. */
export function WhatIf({ session, played, onEdit }: WhatIfProps): ReactNode {
  const { selected } = useView();
  const { cursor, view } = useSession(session);
  const [picked, setPicked] = useState<Uid>();
  const records = [...session.store.records.values()].filter(({ virtual }) => !virtual);
  const uid = picked ?? selected ?? view.subject;
  const record = records.find((each) => each.uid === uid) ?? records[0];
  if (!record) return null;
  return (
    <section aria-label="What if" className="what-if">
      <h3>
        What if{cursor === 0 && played.source.type === 'fork' ? ', before the deletion' : ''}…
      </h3>
      <ObjectSelect label="Object" records={records} uid={record.uid} onPick={setPicked} />
      <References record={record} onEdit={onEdit} />
      <Finalizers record={record} onEdit={onEdit} />
      <Join
        session={session}
        played={played}
        dependent={record}
        records={records}
        onJoin={onEdit}
      />
    </section>
  );
}

interface PartProps {
  readonly record: NodeRecord;
  readonly onEdit: (edit: Action) => void;
}

function References({ record, onEdit }: PartProps): ReactNode {
  const { uid, owners } = record;
  return owners.map((reference) => {
    const owner = reference.uid;
    const name = `${reference.kind} ${reference.name}`;
    const blocks = isBlocking(reference);
    return (
      <div key={owner} className="edit-row">
        <span className="name">{name}</span>
        <Button
          className="button"
          onPress={() => onEdit({ type: 'setBlocking', uid, owner, blockOwnerDeletion: !blocks })}
        >
          {blocks ? 'Do not block it' : 'Block it'}
          <span className="hidden-visually"> ({name})</span>
        </Button>
        <Button className="button" onPress={() => onEdit({ type: 'removeReference', uid, owner })}>
          Remove reference
          <span className="hidden-visually"> to {name}</span>
        </Button>
      </div>
    );
  });
}

function Finalizers({ record, onEdit }: PartProps): ReactNode {
  const { uid, finalizers } = record;
  const [finalizer, setFinalizer] = useState('example.com/hold');
  const isThere = finalizers.includes(finalizer.trim());
  const foreign = finalizers.filter((each) => !isCollectorFinalizer(each));
  return (
    <>
      {foreign.map((each) => (
        <div key={each} className="edit-row">
          <code className="name">
            <Breakable text={each} />
          </code>
          <Button
            className="button"
            onPress={() => onEdit({ type: 'removeFinalizer', uid, finalizer: each })}
          >
            Remove finalizer<span className="hidden-visually"> {each}</span>
          </Button>
        </div>
      ))}
      <div className="edit-row">
        <TextField value={finalizer} onChange={setFinalizer} className="text-field edit-field">
          <Label className="hidden-visually">Finalizer of {kindAndName(record)}</Label>
          <Input />
        </TextField>
        <Button
          className="button"
          isDisabled={finalizer.trim() === '' || isThere}
          onPress={() => onEdit({ type: 'addFinalizer', uid, finalizer: finalizer.trim() })}
        >
          Add finalizer
        </Button>
      </div>
      {isThere && <p className="soft">{kindAndName(record)} already has this finalizer.</p>}
    </>
  );
}
