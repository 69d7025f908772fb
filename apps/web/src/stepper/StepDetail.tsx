import './evidence.css';
import './step-detail.css';
import type { QueueContents } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { RuleLink } from '../rules/RuleLink.tsx';
import { ActorTag } from './ActorTag.tsx';
import { ChangesPane } from './ChangesPane.tsx';
import { Forecast } from './Forecast.tsx';
import { StepSentence } from './ObjectLinks.tsx';
import { OtherActors } from './OtherActors.tsx';
import type { ObjectNames } from './object-names.ts';
import { QueuesPane } from './QueuesPane.tsx';
import { RequestsPane } from './RequestsPane.tsx';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

const EMPTY_QUEUES: QueueContents = { graphChanges: [], attemptToDelete: [], attemptToOrphan: [] };

export interface StepDetailProps {
  readonly session: SimulationSession;
  readonly names: ObjectNames;
}

/** The current step: who did what by which rule, and the evidence in three panes. Before the first step: what will be. */
export function StepDetail({ session, names }: StepDetailProps): ReactNode {
  const { view, cursor, step, inverse } = useSession(session);
  if (!step || !inverse) return <Forecast view={view} end={session.end} />;
  const previous = view.steps[cursor - 2];
  return (
    <section className="detail" aria-label="What happens in this step">
      <header className="detail-head">
        <ActorTag actor={step.actor} />
        <p className="detail-sentence">
          <StepSentence text={step.sentence} names={names} subject={step.subject} />{' '}
          <RuleLink rule={step.rule} />
        </p>
      </header>
      <div className="panes evidence">
        {cursor === view.steps.length && <OtherActors session={session} />}
        <ChangesPane step={step} inverse={inverse} />
        <RequestsPane requests={step.requests} events={step.events} />
        <QueuesPane
          queues={step.queues}
          before={previous?.queues ?? EMPTY_QUEUES}
          absent={step.absentOwnerCache}
          absentBefore={previous?.absentOwnerCache ?? []}
        />
      </div>
    </section>
  );
}
