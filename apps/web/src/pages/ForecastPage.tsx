import '../features/forecast/forecast.css';
import '../ui/report.css';
import {
  counted,
  type Forecast,
  forecastColumns,
  formatCount,
  joined,
  type NodeRecord,
  type ObjectReference,
  type Uid,
  UNKNOWN_VERSION,
  visibleText,
} from '@gcscope/gc-core/wire';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useView, ViewLink } from '../address/navigation.tsx';
import { forecastQuery } from '../data/api.ts';
import { below } from '../data/below.ts';
import { useConnection, useGraphVersion, useLive } from '../data/use-graph.ts';
import { useReport } from '../data/use-report.ts';
import { OutcomeSoFar } from '../features/forecast/OutcomeSoFar.tsx';
import { PolicyColumn } from '../features/forecast/PolicyColumn.tsx';
import { Differences, saidOnce } from '../features/forecast/SaidOnce.tsx';
import { NoObject } from '../features/object/NoObject.tsx';
import { LiveStateLabels } from '../ui/Marks.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Sentence } from '../ui/Sentence.tsx';

/** The forecast of a deletion: the three policies side by side. */
export function ForecastPage(): ReactNode {
  const { targets = [] } = useView();
  if (targets.length > 0) return <OfTargets />;
  return (
    <NoObject
      title="Deletion forecast"
      text="No object selected. Open an object and press “Forecast delete”, or select objects in the list."
    />
  );
}

/** `Forecast of Deployment shop/web`, or of how many objects. */
function useTitle(targets: readonly Uid[]): string {
  const { store } = useLive();
  useGraphVersion(store);
  const [uid, ...more] = targets;
  const record = uid === undefined ? undefined : store.records.get(uid);
  if (more.length > 0) return `Forecast of ${formatCount(targets.length)} objects`;
  if (!record) return 'Forecast';
  const place = record.namespace === '' ? '' : `${record.namespace}/`;
  return visibleText(`Forecast of ${record.kind} ${place}${record.name}`);
}

function OfTargets(): ReactNode {
  const { store } = useLive();
  useGraphVersion(store);
  const { targets = [] } = useView();
  const title = useTitle(targets);
  const there = targets.filter((uid) => store.records.has(uid));
  const isDeleted = targets.some((uid) => store.records.get(uid)?.beingDeleted !== false);
  const asked = there.length > 0 ? there : targets;
  const { answer: current, error } = useReport(forecastQuery(asked), asked);
  // The outcome is compared with the last forecast before the deletion.
  const [before, setBefore] = useState<Forecast>();
  if (!isDeleted && current && current !== before) setBefore(current);
  const answer = isDeleted ? (before ?? current) : current;
  if (!answer && error) {
    return (
      <NoObject title="This deletion cannot be forecast" text={<Sentence text={error.message} />} />
    );
  }
  return (
    <main className="column stage report">
      <title>{`${title} · gcscope`}</title>
      <PageHead title="Deletion forecast" />
      {answer ? (
        <Answer answer={answer} before={before} isDeleted={isDeleted} there={there} />
      ) : (
        <>
          <Targets objects={there.flatMap((uid) => store.records.get(uid) ?? [])} />
          <p role="status">
            Simulating the deletion with each policy, and in other orders where the order may
            matter.
            {there.length > 0 && ` It is about ${counted(below(there, store).size, 'object')}…`}
          </p>
        </>
      )}
    </main>
  );
}

interface AnswerProps {
  readonly answer: Forecast;
  /** The last forecast before the deletion. */
  readonly before: Forecast | undefined;
  readonly isDeleted: boolean;
  /** The selected objects that are in the cluster. */
  readonly there: readonly Uid[];
}

function Answer({ answer, before, isDeleted, there }: AnswerProps): ReactNode {
  const { store } = useLive();
  return (
    <>
      <Targets objects={answer.targets} />
      <Lost from={answer.targets} />
      {isDeleted && before && <OutcomeSoFar forecast={before} />}
      {!before && there.some((uid) => store.records.get(uid)?.beingDeleted) && (
        <p className="notice" role="status">
          {there.length === 1 ? 'It is' : 'Some of them are'} already being deleted. The forecast
          begins now, with a further DELETE.
        </p>
      )}
      {answer.unread.length > 0 && (
        <p className="notice" role="status">
          Objects of these kinds could not be read, and some may be missing here:{' '}
          {joined(answer.unread)}.
        </p>
      )}
      <Columns forecast={answer} />
    </>
  );
}

/** The policies side by side; those that end alike as one. */
function Columns({
  forecast: { policies, targets, unread, release },
}: {
  readonly forecast: Forecast;
}): ReactNode {
  const { cluster } = useConnection();
  const columns = forecastColumns(policies);
  const [first] = columns;
  const said = saidOnce(columns);
  const above = [
    release !== undefined && `By the rules of Kubernetes ${release}.`,
    cluster?.version === UNKNOWN_VERSION && 'The version of the cluster is unknown.',
    said.order,
    said.reach,
  ].filter((each) => each);
  return (
    <>
      {above.length > 0 && <p className="soft forecast-above">{above.join(' ')}</p>}
      {columns.length > 1 && <Differences columns={columns} />}
      {columns.length === 1 && policies.length > 1 && (
        <p className="forecast-alike">
          The policy makes no difference
          {unread.length > 0 && ' among the objects that gcscope can read'}: every object has the
          same outcome with {joined(policies.map(({ policy }) => policy))}.
        </p>
      )}
      <div className="policy-columns" data-columns={columns.length}>
        {columns.map((column) => (
          <PolicyColumn
            key={column.policies[0]?.policy}
            column={column}
            comparedWith={
              column === first
                ? undefined
                : joined(first?.policies.map((each) => each.policy) ?? [])
            }
            said={said}
            only={targets.length === 1 ? targets[0]?.uid : undefined}
          />
        ))}
      </div>
    </>
  );
}

/** Missing objects that are named; the others are counted. */
const NAMED = 10;

/** The selected objects that the forecast is not about. */
function Lost({ from }: { readonly from: readonly ObjectReference[] }): ReactNode {
  const { targets = [] } = useView();
  const lost = targets.filter((uid) => !from.some((target) => target.uid === uid));
  if (lost.length === 0) return null;
  return (
    <p className="soft">
      {lost.length} of the selected objects {lost.length === 1 ? 'is' : 'are'} not in the cluster:{' '}
      {lost.slice(0, NAMED).map((uid, at) => (
        <span key={uid}>
          {at > 0 && ', '}
          <code className="name">{visibleText(uid)}</code>
        </span>
      ))}
      {lost.length > NAMED && ` and ${lost.length - NAMED} more`}.
    </p>
  );
}

function Targets({ objects }: { readonly objects: readonly ObjectReference[] }): ReactNode {
  const { store } = useLive();
  const { targets = [] } = useView();
  return (
    <ul className="forecast-targets" aria-label="Objects to be deleted">
      {objects.map((object) => (
        <li key={object.uid}>
          <ObjectLink object={object} />
          <InDeletion record={store.records.get(object.uid)} />
          {targets.length > 1 && (
            <ViewLink
              className="row forecast-out"
              label={`Leave out ${object.name}`}
              change={{ targets: targets.filter((uid) => uid !== object.uid) }}
            >
              <X size={14} aria-hidden />
            </ViewLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function InDeletion({ record }: { readonly record: NodeRecord | undefined }): ReactNode {
  return record?.beingDeleted ? <LiveStateLabels record={record} /> : null;
}
