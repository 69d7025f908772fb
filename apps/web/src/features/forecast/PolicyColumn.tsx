import {
  aimKubectl,
  countedWays,
  describeOpenEnd,
  type ForecastColumn,
  formatCount,
  joined,
  mostAboutOrder,
  type ObjectReference,
  type PolicyForecast,
  type StorageLine,
  type Uid,
  visibleText,
  WAY_NAMES,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { useConnection, useLive } from '../../data/use-graph.ts';
import { Command } from '../../ui/Command.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { StateSign } from '../../ui/Marks.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { ForecastLines } from './ForecastLines.tsx';
import { ObjectNames } from './ObjectNames.tsx';
import { OrderNote } from './OrderNote.tsx';
import { namesOf, type SaidOnce } from './SaidOnce.tsx';
import { WAY_STATES } from './way-states.ts';

/** Claims and volumes listed at once, and further ones with a press: the outcome stands below them. */
const LISTED_STORAGE = 5;
const MORE_STORAGE = 50;

export interface PolicyColumnProps {
  readonly column: ForecastColumn;
  /** The policies of the first column, if this is another one. */
  readonly comparedWith: string | undefined;
  /** The only object, whose deletion can be simulated; absent if there are several. */
  readonly only: Uid | undefined;
  /** Facts that stand above the columns. */
  readonly said: SaidOnce;
}

/** The forecast with one policy, or with several that end alike: counts, the objects, and the commands. */
export function PolicyColumn({ column, comparedWith, only, said }: PolicyColumnProps): ReactNode {
  const { policies, shown, alike, untouched } = column;
  const { store } = useLive();
  const [forecast] = policies;
  if (!forecast) return null;
  const { policy, storage } = forecast;
  const names = joined(policies.map((each) => each.policy));
  // A further DELETE changes nothing, and takes no time.
  const isStuck =
    forecast.deleted.length === 0 &&
    forecast.blocked.length > 0 &&
    forecast.blocked.every(({ object }) => store.records.get(object.uid)?.beingDeleted);
  return (
    <section className="card report-card policy-column" aria-labelledby={`policy-${policy}`}>
      <header className="wraps policy-head">
        <h2 id={`policy-${policy}`}>{names}</h2>
        {only !== undefined && <Steps policies={policies} only={only} />}
      </header>
      <Counts forecast={forecast} />
      <dl className="facts">
        {isStuck ? (
          <Fact word="Ends">not by itself: its blocker has to go first</Fact>
        ) : (
          <Time policies={policies} isBlocked={forecast.blocked.length > 0} />
        )}
        {said.reach === undefined && <Fact word="Changes in">{namesOf(forecast)}</Fact>}
        {storage.length > 0 && <Storage storage={storage} />}
      </dl>
      {said.order === undefined && <OrderNote forecast={mostAboutOrder(policies) ?? forecast} />}
      {comparedWith !== undefined && alike > 0 && (
        <p className="soft">
          {alike === 1
            ? '1 object has the same outcome'
            : `${formatCount(alike)} objects have the same outcome`}{' '}
          as with {comparedWith}
          {shown.size > 0 ? '; the others:' : '.'}
        </p>
      )}
      <ForecastLines column={column} forecast={forecast} />
      {untouched.length > 0 && <Untouched objects={untouched} comparedWith={comparedWith} />}
      <Commands policies={policies} />
    </section>
  );
}

interface TimeProps {
  readonly policies: readonly PolicyForecast[];
  readonly isBlocked: boolean;
}

/** Duration of the deletion; nothing if it is blocked at once. */
function Time({ policies, isBlocked }: TimeProps): ReactNode {
  const time = formatTime(policies);
  if (time === undefined && isBlocked) return null;
  return (
    <div>
      <dt>{isBlocked ? 'Blocked after' : 'Takes'}</dt>
      <dd className="spread" title="At the collector's default rate, with grace periods of Pods">
        {time ?? 'no work for the collector'}
      </dd>
    </div>
  );
}

function Counts({ forecast }: { readonly forecast: PolicyForecast }): ReactNode {
  return (
    <p className="policy-counts">
      {countedWays(forecast).map(({ way, count, word }) => {
        const state = WAY_STATES[way];
        return (
          <span key={way} data-way={way}>
            {state && <StateSign state={state} />}
            <b>{count}</b> {word}
          </span>
        );
      })}
    </p>
  );
}

/** Says once what all of them wait for. */
function Storage({ storage }: { readonly storage: readonly StorageLine[] }): ReactNode {
  const waits = new Set(storage.map(({ after }) => after));
  const [shared] = storage.length > 1 && waits.size === 1 ? waits : [];
  const [listed, more] = useShortened(storage, 'claims and volumes', MORE_STORAGE, LISTED_STORAGE);
  return (
    <div className="policy-storage">
      <dt>Storage that goes</dt>
      <dd>
        {shared !== undefined && <p className="soft">Once {shared}:</p>}
        <ul>
          {listed.map(({ object, volume, reclaimPolicy, after }) => (
            <li key={object.uid}>
              <ObjectLink object={object} />
              {volume && <span className="soft">{describeVolume(reclaimPolicy)}</span>}
              {after !== undefined && after !== shared && (
                <span className="soft"> once {after}</span>
              )}
            </li>
          ))}
        </ul>
        {more}
      </dd>
    </div>
  );
}

/** Says whether the volume of a claim goes with it. */
function describeVolume(policy: string | undefined): string {
  if (policy === undefined) return ' with its volume, if its reclaim policy is Delete';
  return policy === 'Delete' ? ' with its volume' : `; its volume stays (reclaim policy ${policy})`;
}

/** Objects that another policy changes and this one does not. */
function Untouched({
  objects,
  comparedWith = 'another policy',
}: {
  readonly objects: readonly ObjectReference[];
  readonly comparedWith: string | undefined;
}): ReactNode {
  return (
    <details className="way" open={objects.length <= 12}>
      <summary>
        <b>{formatCount(objects.length)}</b> {WAY_NAMES.unchanged.word}
      </summary>
      <p className="soft way-why">
        {WAY_NAMES.unchanged.meaning} With {comparedWith}{' '}
        {objects.length === 1 ? 'it ends' : 'they end'} differently.
      </p>
      <ObjectNames objects={objects} />
    </details>
  );
}

function Commands({ policies }: { readonly policies: readonly PolicyForecast[] }): ReactNode {
  const { cluster } = useConnection();
  return (
    <details className="policy-commands">
      <summary>Commands</summary>
      <p className="soft">
        gcscope changes nothing. Copy the command that you need, and run it yourself.
      </p>
      {policies.map(({ policy, commands: { kubectl, kubectlBefore120, curl } }) => (
        <div key={policy}>
          {policies.length > 1 && <h3>{policy}</h3>}
          {commandsOf(kubectl, 'the kubectl command')}
          {kubectlBefore120.length > 0 && <p className="soft">kubectl before 1.20:</p>}
          {commandsOf(kubectlBefore120, 'the old kubectl command')}
          <p className="soft">
            Through{' '}
            <code className="name">
              {visibleText(aimKubectl('kubectl proxy', cluster?.kubectl))}
            </code>
            :
          </p>
          {commandsOf(curl, 'the curl command')}
        </div>
      ))}
    </details>
  );
}

function commandsOf(texts: readonly string[], what: string): ReactNode {
  return texts.map((text) => <Command key={text} text={text} what={what} />);
}

/** Leads to the player, for each policy. */
function Steps({
  policies,
  only,
}: {
  readonly policies: readonly PolicyForecast[];
  readonly only: Uid;
}): ReactNode {
  return (
    <p className="policy-steps">
      {policies.map(({ policy }) => (
        <ViewLink
          key={policy}
          page={{ page: 'simulate', uid: only }}
          change={{ policy }}
          className="button"
          label={`Step through ${policy}`}
        >
          Step through{policies.length > 1 && ` ${policy}`}
        </ViewLink>
      ))}
    </p>
  );
}

type Cost = Pick<PolicyForecast, 'seconds' | 'requests' | 'notVerified'>;

/** `about 25 s, 1,000 requests of the collector`, of policies that end alike; `undefined`: no time at all. */
function formatTime(policies: readonly Cost[]): string | undefined {
  const seconds = Math.max(...policies.map((each) => each.seconds));
  const requests = policies.map((each) => each.requests);
  const [least, most] = [Math.min(...requests), Math.max(...requests)];
  if (most === 0 && seconds < 1) return undefined;
  const number = least === most ? formatCount(most) : `${least} to ${most}`;
  const count =
    most === 0 ? '' : `, ${number} ${most === 1 ? 'request' : 'requests'} of the collector`;
  const more = describeOpenEnd(policies);
  if (seconds < 1) return `under a second${count}${more}`;
  const time = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `about ${time}${count}${more}`;
}
