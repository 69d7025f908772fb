import './object.css';
import {
  type ActivityEntry,
  aimKubectl,
  type NodeRecord,
  type ObjectDetails,
  type Uid,
  visibleText,
} from '@gcscope/gc-core/wire';
import { Focus, Scale, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGo, usePage, useView, ViewLink } from '../../address/navigation.tsx';
import { useConnection } from '../../data/use-graph.ts';
import { Command } from '../../ui/Command.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { dateAndTime } from '../../ui/clock-time.ts';
import { deletionBegan } from '../../ui/deletion-began.ts';
import { Fact } from '../../ui/Fact.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Age, Ago, KindGlyph, LiveStateLabels, StateLabel } from '../../ui/Marks.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { shorten, wholeOfCut } from '../../ui/shorten.ts';
import { BlockedBy } from './Blockers.tsx';
import { ContentOf } from './ContentOf.tsx';
import { Fixes } from './Fixes.tsx';
import { ItsNode } from './ItsNode.tsx';
import { Dependents, Owners } from './Relatives.tsx';
import { SearchByName } from './SearchByName.tsx';
import { SimulateButton } from './SimulateButton.tsx';
import { useObject } from './use-object.ts';
import { Verdict } from './Verdict.tsx';
import { WaitedFor } from './WaitedFor.tsx';
import { WhatHappened } from './WhatHappened.tsx';
import { withoutDeleter } from './without-deleter.ts';

/** Everything known about one object: verdict, blockers, facts, owners, dependents, history. */
export function ObjectPanel({ uid }: { readonly uid: Uid }): ReactNode {
  const { live, record, isGone, details, error } = useObject(uid);
  const history = historyOf(details);
  return (
    <aside className="column panel" aria-label="Object">
      {record ? <Head record={record} isGone={isGone} /> : <Unknown uid={uid} error={error} />}
      {record && (
        <div className="scrolls panel-body">
          {isGone && <Gone details={details} />}
          {!(isGone && details?.gone) && (
            <Verdict record={record} details={details} error={error}>
              {live && !live.virtual && !live.beingDeleted && <Actions record={live} />}
            </Verdict>
          )}
          {live?.beingDeleted && (
            <>
              <BlockedBy uid={live.uid} said={details?.explanation?.because ?? []} />
              {/* Advice on a deletion that is under way comes first. */}
              <Actions record={live} />
            </>
          )}
          <WaitedFor record={live} />
          <ContentOf record={live} />
          {live && <Fixes record={live} explanation={details?.explanation} />}
          {live && !live.virtual && <ItsNode record={live} />}
          {isGone && details?.aftermath && (
            <WhatHappened aftermath={details.aftermath} of={record.uid} />
          )}
          <Facts record={record} isGone={isGone} />
          <Owners record={record} isGone={isGone} gone={details?.goneOwners} />
          <Dependents
            record={record}
            details={live ? undefined : details}
            aftermath={isGone ? details?.aftermath : undefined}
          />
          {history.length > 0 && <History entries={history} />}
          {!isGone && details && <Kubectl record={record} name={details.kubectl} />}
        </div>
      )}
    </aside>
  );
}

interface KubectlProps {
  readonly record: NodeRecord;
  /** kubectl's name for the object; absent where no kubectl command finds it. */
  readonly name: string | undefined;
}

/** The command that shows the whole object. */
function Kubectl({ record: { kind, apiVersion }, name }: KubectlProps): ReactNode {
  const { cluster } = useConnection();
  // A command without its cluster would go to whatever kubectl is set to.
  if (!cluster) return null;
  return (
    <section>
      <h2>Command</h2>
      {name === undefined ? (
        <p className="soft">
          None: the API server does not serve {visibleText(`${kind} in ${apiVersion}`)}, so kubectl
          cannot show the object.
        </p>
      ) : (
        <Command
          text={aimKubectl(`kubectl get ${name}`, cluster.kubectl)}
          what="the kubectl command"
        />
      )}
    </section>
  );
}

/** Links to a simulated deletion and to the forecast. */
function Actions({ record }: { readonly record: NodeRecord }): ReactNode {
  return (
    <div className="actions">
      <SimulateButton record={record} />
      <ViewLink
        page={{ page: 'forecast' }}
        change={{ targets: [record.uid] }}
        className="button"
        title="Deletion forecast: compares the three policies"
      >
        <Scale size={14} aria-hidden /> Forecast delete
      </ViewLink>
    </div>
  );
}

function Head({
  record,
  isGone,
}: {
  readonly record: NodeRecord;
  readonly isGone: boolean;
}): ReactNode {
  const page = usePage();
  const isPage = page?.page === 'object' && page.uid === record.uid;
  const [kind, name] = [visibleText(record.kind), visibleText(record.name)];
  return (
    <header className="panel-head">
      <div className="panel-kind">
        <KindGlyph apiVersion={record.apiVersion} kind={record.kind} />
        <span className="soft" title={wholeOfCut(kind) ?? record.apiVersion}>
          {shorten(kind)}
          {record.namespace !== '' && ` · ${visibleText(record.namespace)}`}
        </span>
        <span className="panel-tools">
          {!isPage && (
            <ViewLink page={{ page: 'object', uid: record.uid }} className="button">
              <Focus size={14} aria-hidden /> Focus
            </ViewLink>
          )}
          <Close />
        </span>
      </div>
      <h1 className="panel-name name">
        <span title={wholeOfCut(name)}>{shorten(name)}</span>{' '}
        <CopyButton text={record.name} what="the name" />
      </h1>
      {isGone ? <StateLabel state="gone" /> : <LiveStateLabels record={record} />}
    </header>
  );
}

/** The list is of `metadata.finalizers`; the finalizer of a Namespace is in its spec. */
function noFinalizers(record: NodeRecord): string {
  if (record.virtual) return 'unknown';
  const isNamespace = record.apiVersion === 'v1' && record.kind === 'Namespace';
  return isNamespace ? 'none in its metadata; those in its spec are not listed here' : 'none';
}

function Facts({
  record,
  isGone,
}: {
  readonly record: NodeRecord;
  readonly isGone: boolean;
}): ReactNode {
  return (
    <section>
      <dl className="facts">
        {record.deletionTimestamp !== undefined && (
          <Fact word="Deletion began">
            <Ago since={deletionBegan(record)} />
          </Fact>
        )}
        <Fact word={isGone ? 'Created' : 'Age'}>
          {isGone ? (
            <Ago since={record.creationTimestamp} />
          ) : (
            <Age since={record.creationTimestamp} />
          )}
        </Fact>
        <Fact word="Finalizers">
          {record.finalizers.length === 0 ? (
            <span className="soft">{noFinalizers(record)}</span>
          ) : (
            <ul>
              {record.finalizers.map((finalizer) => (
                <li key={finalizer} className="mono name">
                  {finalizer}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact word="UID">
          <span className="mono name">{record.uid}</span>
          <CopyButton text={record.uid} what="the uid" />
        </Fact>
      </dl>
    </section>
  );
}

/** The recent past. An object that is gone has no entries here that the panel tells above. */
function historyOf(details: ObjectDetails | undefined): readonly ActivityEntry[] {
  const { aftermath, history = [], gone } = details ?? {};
  const shown = new Set(aftermath?.entries.map(({ seq }) => seq));
  const rest = history.filter(({ seq, type }) => type === 'gone' || !shown.has(seq));
  const isAllTold = shown.size > 1 && rest.every(({ seq }) => shown.has(seq));
  return isAllTold ? [] : rest.map((entry) => (gone ? withoutDeleter(entry) : entry));
}

function History({ entries }: { readonly entries: readonly ActivityEntry[] }): ReactNode {
  return (
    <section>
      <h2>History</h2>
      <ol className="history">
        {entries.map((entry) => (
          <li key={entry.seq}>
            <Age since={entry.at} />
            <span>
              <Sentence text={entry.text} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The end of an object in place of its verdict: how it left, then when. */
function Gone({ details }: { readonly details: ObjectDetails | undefined }): ReactNode {
  const gone = details?.gone;
  return (
    <section aria-label="Verdict" role="status">
      <p className="verdict">
        {gone ? <Sentence text={gone.text} /> : 'This object is no longer in the cluster.'}
      </p>
      <p className="as-of soft">
        {gone ? (
          <>
            It has been gone for <Age since={gone.at} />, since {dateAndTime(gone.at)}. gcscope
            infers the reason from its last known state.
          </>
        ) : (
          'You see its last known state.'
        )}
      </p>
    </section>
  );
}

function Unknown({ uid, error }: { readonly uid: Uid; readonly error: Error | null }): ReactNode {
  return (
    <header className="panel-head">
      <div className="panel-kind">
        <span className="mono soft name" title={wholeOfCut(uid)}>
          {shorten(visibleText(uid))}
        </span>
        <span className="panel-tools">
          <Close />
        </span>
      </div>
      <p role="status">{error ? error.message : 'Loading the object…'}</p>
      {error && <SearchByName />}
    </header>
  );
}

/** The page of an object always has a panel, of this object where no other is selected. */
function Close(): ReactNode {
  const go = useGo();
  const { selected } = useView();
  if (selected === undefined) return null;
  return (
    <IconButton label="Close the panel" onPress={() => go({ selected: undefined })}>
      <X size={16} />
    </IconButton>
  );
}
