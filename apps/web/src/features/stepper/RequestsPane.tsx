import type { StepRequest } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Breakable } from '../../ui/BreakableName.tsx';
import { Pane } from '../../ui/Pane.tsx';

export interface RequestsPaneProps {
  readonly requests: readonly StepRequest[];
  /** Kubernetes Events: `<type> <reason> <message>`. */
  readonly events: readonly string[];
}

/** The API requests of a step with their bodies and answers, and the Events it reported. */
export function RequestsPane({ requests, events }: RequestsPaneProps): ReactNode {
  return (
    <Pane title="API requests" count={requests.length}>
      {requests.length === 0 && <p className="soft">None.</p>}
      <ol className="requests">
        {requests.map((request, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same request may be sent twice.
          <li key={at}>
            <Request request={request} />
          </li>
        ))}
      </ol>
      {events.length > 0 && <h3>Kubernetes Events</h3>}
      <ul>
        {events.map((event) => (
          <li key={event} className="name">
            {event}
          </li>
        ))}
      </ul>
    </Pane>
  );
}

function Request({ request }: { readonly request: StepRequest }): ReactNode {
  const { method, path, contentType, body, code, reason, answer } = request;
  return (
    <>
      <p className="request">
        <span className="method" data-method={method}>
          {method}
        </span>
        <code className="name">
          <Breakable text={path} />
        </code>
        <span className="code" data-ok={code < 400 ? '' : undefined}>
          {code} {reason ?? (code < 400 ? 'OK' : '')}
        </span>
      </p>
      {body !== undefined && (
        <pre className="body" title={contentType}>
          {pretty(body)}
        </pre>
      )}
      {answer !== undefined && (
        <details className="answer">
          <summary>Answer</summary>
          <pre className="body">{pretty(answer)}</pre>
        </details>
      )}
    </>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
