import './object.css';
import { type NodeRecord, type ObjectDetails, type Uid, visibleText } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { Focus, Scale, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { objectQuery } from '../api.ts';
import { useLive, useRecord } from '../live/use-graph.ts';
import { usePage, ViewLink } from '../navigation.tsx';
import { Share } from '../share/Share.tsx';
import { SimulateButton } from '../stepper/SimulateButton.tsx';
import { WhatHolds } from '../terminating/WhatHolds.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Age, KindGlyph, StateWords } from '../ui/Marks.tsx';
import { ItsNode } from './ItsNode.tsx';
import { Dependents, Owners } from './Relatives.tsx';
import { Verdict } from './Verdict.tsx';

export interface ObjectPanelProps {
  readonly uid: Uid;
  /** Where the panel can be closed. */
  readonly onClose?: () => void;
}

/** Everything known about one object: the verdict first, then the chain, the facts, the relatives. */
export function ObjectPanel({ uid, onClose }: ObjectPanelProps): ReactNode {
  const { store } = useLive();
  const live = useRecord(store, uid);
  const { data: details, error } = useQuery(objectQuery(uid));
  const record = live ?? details?.record;
  return (
    <aside className="panel" aria-label="Object">
      {record ? (
        <Head record={record} onClose={onClose} />
      ) : (
        <Unknown uid={uid} error={error} onClose={onClose} />
      )}
      {record && (
        <div className="panel-body">
          {!live && <Gone details={details} />}
          <Verdict record={record} details={details} error={error} />
          {live?.beingDeleted && <WhatHolds uid={live.uid} />}
          {live && !live.virtual && (
            <section>
              <SimulateButton record={live} />{' '}
              <ViewLink
                page={{ page: 'forecast' }}
                change={{ targets: [live.uid], selected: undefined, camera: undefined }}
                className="button"
                title="What a deletion would do, the three policies side by side"
              >
                <Scale size={14} aria-hidden /> Forecast delete
              </ViewLink>
            </section>
          )}
          {live && !live.virtual && <ItsNode record={live} />}
          <Facts record={record} />
          <Owners record={record} />
          <Dependents record={record} details={live ? undefined : details} />
          {details && details.history.length > 0 && <History details={details} />}
          <Share uid={uid} kubectl={details?.kubectl} />
        </div>
      )}
    </aside>
  );
}

function Head({
  record,
  onClose,
}: {
  readonly record: NodeRecord;
  readonly onClose: (() => void) | undefined;
}): ReactNode {
  const page = usePage();
  const isPage = page?.page === 'object' && page.uid === record.uid;
  return (
    <header className="panel-head">
      <div className="panel-kind">
        <KindGlyph apiVersion={record.apiVersion} kind={record.kind} />
        <span className="soft cut" title={record.apiVersion}>
          {record.kind}
          {record.namespace !== '' && ` · ${record.namespace}`}
        </span>
        <span className="panel-tools">
          {!isPage && (
            <ViewLink
              page={{ page: 'object', uid: record.uid }}
              change={{ selected: undefined, camera: undefined }}
              className="button"
            >
              <Focus size={14} aria-hidden /> Focus
            </ViewLink>
          )}
          {onClose && <Close onClose={onClose} />}
        </span>
      </div>
      <h1 className="panel-name name">
        {visibleText(record.name)} <CopyButton text={record.name} what="the name" />
      </h1>
      <StateWords record={record} />
    </header>
  );
}

function Facts({ record }: { readonly record: NodeRecord }): ReactNode {
  return (
    <section>
      <dl className="facts">
        {record.deletionTimestamp !== undefined && (
          <div>
            <dt>Deleted since</dt>
            <dd>
              <Age since={record.deletionTimestamp} />
            </dd>
          </div>
        )}
        <div>
          <dt>Age</dt>
          <dd>
            <Age since={record.creationTimestamp} />
          </dd>
        </div>
        <div>
          <dt>Finalizers</dt>
          <dd>
            {record.finalizers.length === 0 ? (
              <span className="soft">none</span>
            ) : (
              <ul>
                {record.finalizers.map((finalizer) => (
                  <li key={finalizer} className="mono name">
                    {finalizer}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
        <div>
          <dt>UID</dt>
          <dd className="mono name">
            {record.uid} <CopyButton text={record.uid} what="the uid" />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function History({ details }: { readonly details: ObjectDetails }): ReactNode {
  return (
    <section>
      <h2>History</h2>
      <ol className="history">
        {details.history.map((entry) => (
          <li key={`${entry.at} ${entry.text}`}>
            <Age since={entry.at} />
            <span>{entry.text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Gone({ details }: { readonly details: ObjectDetails | undefined }): ReactNode {
  return (
    <p className="notice" role="status">
      {details?.gone ? (
        <>
          {details.gone.text} (<Age since={details.gone.at} /> ago)
        </>
      ) : (
        'This object is no longer in the cluster. What follows is what was last known.'
      )}
    </p>
  );
}

function Unknown({
  uid,
  error,
  onClose,
}: {
  readonly uid: Uid;
  readonly error: Error | null;
  readonly onClose: (() => void) | undefined;
}): ReactNode {
  return (
    <header className="panel-head">
      <div className="panel-kind">
        <span className="mono soft cut">{uid}</span>
        {onClose && (
          <span className="panel-tools">
            <Close onClose={onClose} />
          </span>
        )}
      </div>
      <p role="status">{error ? error.message : 'Asking for this object…'}</p>
    </header>
  );
}

function Close({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Button
      className="button"
      data-quiet=""
      data-square=""
      aria-label="Close the panel"
      onPress={onClose}
    >
      <X size={16} />
    </Button>
  );
}
