import { type Absence, type NodeRecord, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGo, ViewLink } from '../../address/navigation.tsx';
import { type GraphStore, rankOf } from '../../data/graph-store.ts';
import { BreakableName } from '../../ui/BreakableName.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { KindGlyph, StateLabels } from '../../ui/Marks.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';

/** Objects listed at once. */
const PAGE = 200;

export interface SavedGraph {
  readonly store: GraphStore;
  readonly absent: ReadonlyMap<Uid, Absence>;
}

/** All objects of a saved picture. */
export function SavedObjects({ store, absent }: SavedGraph): ReactNode {
  const records = [...store.records.values()].sort((a, b) => rankOf(a) - rankOf(b));
  const [shown, more] = useShortened(records, 'objects', PAGE);
  return (
    <div className="saved-objects">
      <h2>
        Objects of the picture <span className="soft">problems first</span>
      </h2>
      <SavedLinks records={shown} absent={absent} />
      {more}
    </div>
  );
}

const WHAT_YOU_SEE: Readonly<Record<Absence | 'there', string>> = {
  there: 'You see the object as it is in the picture.',
  gone: 'In this picture the object is gone. You see its last known state.',
  removed:
    'In this picture the API server has removed the object. The collector has not seen this yet.',
  forgotten: 'In this picture the object exists, but the collector no longer knows it.',
};

/** The facts of a saved picture on one object. */
export function SavedObject({ store, absent, uid }: SavedGraph & { readonly uid: Uid }): ReactNode {
  const go = useGo();
  const record = store.records.get(uid);
  const absence = absent.get(uid);
  const close = (
    <span className="panel-tools">
      <IconButton label="Close the panel" onPress={() => go({ selected: undefined })}>
        <X size={16} />
      </IconButton>
    </span>
  );
  if (!record) {
    return (
      <aside className="column panel" aria-label="Object">
        <header className="panel-head">
          <div className="panel-kind">{close}</div>
          <p role="status">The picture does not show this object.</p>
        </header>
      </aside>
    );
  }
  const known = (uids: Iterable<Uid>): NodeRecord[] =>
    [...new Set(uids)].flatMap((each) => store.records.get(each) ?? []);
  const missing = record.owners.filter((owner) => !store.records.has(owner.uid));
  const { blockedBy } = record.summary ?? {};
  return (
    <aside className="column panel" aria-label="Object">
      <header className="panel-head">
        <div className="panel-kind">
          <KindGlyph apiVersion={record.apiVersion} kind={record.kind} />
          <span className="soft cut" title={record.apiVersion}>
            {visibleText(record.kind)}
            {record.namespace !== '' && ` · ${visibleText(record.namespace)}`}
          </span>
          {close}
        </div>
        <h1 className="panel-name name">{visibleText(record.name)}</h1>
        <StateLabels record={record} absence={absence} />
      </header>
      <div className="scrolls panel-body">
        <section>
          <p>{WHAT_YOU_SEE[absence ?? 'there']}</p>
          <p>
            <ViewLink page={{ page: 'object', uid }} className="text-link">
              Look for it in the cluster
            </ViewLink>
          </p>
        </section>
        <section>
          <dl className="facts">
            {blockedBy !== undefined && <Fact word="Blocked by">{visibleText(blockedBy)}</Fact>}
            {record.creationTimestamp !== undefined && (
              <Fact word="Created">{record.creationTimestamp}</Fact>
            )}
            {record.deletionTimestamp !== undefined && (
              <Fact word="Deletion">{record.deletionTimestamp}</Fact>
            )}
            <Fact word="Finalizers">{visibleText(record.finalizers.join(', ')) || 'none'}</Fact>
            <Fact word="UID">
              <span className="mono name">{visibleText(uid)}</span>
              <CopyButton text={uid} what="the uid" />
            </Fact>
          </dl>
        </section>
        <section>
          <h2>Owners</h2>
          {record.owners.length === 0 && <p className="soft">None.</p>}
          <SavedLinks records={known(record.owners.map((owner) => owner.uid))} absent={absent} />
          {missing.map((owner) => (
            <p key={owner.uid} className="soft">
              {visibleText(`${owner.kind} ${owner.name}`)}, which the picture does not show
            </p>
          ))}
        </section>
        <section>
          <h2>Dependents</h2>
          {store.dependentsOf(uid).size === 0 && <p className="soft">None in the picture.</p>}
          <SavedLinks records={known(store.dependentsOf(uid))} absent={absent} />
        </section>
      </div>
    </aside>
  );
}

function SavedLinks({
  records,
  absent,
}: Pick<SavedGraph, 'absent'> & { readonly records: readonly NodeRecord[] }): ReactNode {
  return (
    <ul className="relatives">
      {records.map((record) => (
        <li key={record.uid}>
          <ViewLink change={{ selected: record.uid }} className="row wraps relative">
            <KindGlyph apiVersion={record.apiVersion} kind={record.kind} />
            <span className="relative-name">{visibleText(record.name)}</span>
            <StateLabels record={record} absence={absent.get(record.uid)} />
            <span className="soft relative-kind">
              <BreakableName name={record.kind} />
              {record.namespace !== '' && ` · ${visibleText(record.namespace)}`}
            </span>
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}
