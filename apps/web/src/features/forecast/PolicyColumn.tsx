import { aimKubectl, type PolicyForecast, type Uid, visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { useConnection } from '../../data/use-graph.ts';
import { Command } from '../../ui/Command.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { linesOf, WAYS } from './describe-way.ts';
import { ForecastLines } from './ForecastLines.tsx';
import { OrderNote } from './OrderNote.tsx';

export interface PolicyColumnProps {
  readonly forecast: PolicyForecast;
  /** The only object, whose deletion can be simulated; absent if there are several. */
  readonly only: Uid | undefined;
}

/** The forecast with one policy: counts, every object, and the commands. */
export function PolicyColumn({ forecast, only }: PolicyColumnProps): ReactNode {
  const { policy, namespaces, storage, commands } = forecast;
  const { cluster } = useConnection();
  const counts = WAYS.filter(({ way }) => linesOf(forecast, way).length > 0);
  return (
    <section className="policy-column" aria-labelledby={`policy-${policy}`}>
      <h2 id={`policy-${policy}`}>{policy}</h2>
      <p className="policy-counts">
        {counts.map(({ way, word }) => (
          <span key={way} data-way={way}>
            <b>{linesOf(forecast, way).length.toLocaleString('en')}</b> {word}
          </span>
        ))}
      </p>
      <dl className="facts">
        <div>
          <dt>Takes</dt>
          <dd title="At the collector's default rate, with grace periods of Pods">
            {formatTime(forecast)}
          </dd>
        </div>
        <div>
          <dt>Namespaces</dt>
          <dd>{namespaces.map((each) => (each === '' ? 'cluster-scoped' : each)).join(', ')}</dd>
        </div>
        {storage.length > 0 && (
          <div className="policy-storage">
            <dt>Storage deleted</dt>
            <dd>
              <ul>
                {storage.map(({ object, volume, after }) => (
                  <li key={object.uid}>
                    <ObjectLink object={object} />
                    {volume && <span className="soft"> with its volume, if it is reclaimed</span>}
                    {after !== undefined && <span className="soft"> after {after}</span>}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
      <OrderNote forecast={forecast} />
      <KindCounts forecast={forecast} />
      <ForecastLines forecast={forecast} />
      <details className="policy-commands">
        <summary>Commands</summary>
        <p className="soft">gcscope sends nothing. Copy the command that you need.</p>
        {commands.kubectl.map((each) => (
          <Command key={each} text={each} what="the kubectl command" />
        ))}
        {commands.kubectlBefore120.length > 0 && <p className="soft">kubectl before 1.20:</p>}
        {commands.kubectlBefore120.map((each) => (
          <Command key={each} text={each} what="the old kubectl command" />
        ))}
        <p className="soft">
          Through{' '}
          <code className="name">{visibleText(aimKubectl('kubectl proxy', cluster?.kubectl))}</code>
          :
        </p>
        {commands.curl.map((each) => (
          <Command key={each} text={each} what="the curl command" />
        ))}
      </details>
      {only !== undefined && (
        <ViewLink page={{ page: 'simulate', uid: only }} change={{ policy }} className="button">
          Step through it
        </ViewLink>
      )}
    </section>
  );
}

function KindCounts({ forecast }: { readonly forecast: PolicyForecast }): ReactNode {
  const ways = WAYS.flatMap(({ way, word }) =>
    way !== 'refused' && way !== 'later' && forecast[way].length > 0 ? [{ way, word }] : [],
  );
  return (
    <table className="kind-counts">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          {ways.map(({ way, word }) => (
            <th key={way} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {forecast.kinds.map((counts) => (
          <tr key={counts.kind}>
            <th scope="row">{counts.kind}</th>
            {ways.map(({ way }) => (
              <td key={way}>{counts[way] === 0 ? '' : counts[way].toLocaleString('en')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `about 25 s for 1,000 requests` */
function formatTime({ seconds, requests }: Pick<PolicyForecast, 'seconds' | 'requests'>): string {
  if (requests === 0 && seconds < 1) return 'no work for the collector';
  const count = `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;
  if (seconds < 1) return `under a second for ${count}`;
  const time = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `about ${time} for ${count}`;
}
