import '../features/object/terminating.css';
import '../ui/report.css';
import {
  describeTerminating,
  type TerminatingObject,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { terminatingQuery } from '../data/api.ts';
import { useReport } from '../data/use-report.ts';
import { Blockers } from '../features/object/Blockers.tsx';
import { StuckWord } from '../features/object/StuckWord.tsx';
import { IfRead } from '../ui/IfRead.tsx';
import { Age } from '../ui/Marks.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';

/** All terminating objects with their root causes, stuck ones first. */
export function TerminatingPage(): ReactNode {
  const { answer, error } = useReport(terminatingQuery());
  return (
    <main className="stage report">
      <title>Terminating · gcscope</title>
      <h1>Terminating</h1>
      {answer ? (
        <IfRead>
          <Objects report={answer} />
        </IfRead>
      ) : (
        <p role="status">{error ? error.message : 'Looking for the blockers of each object…'}</p>
      )}
    </main>
  );
}

function Objects({
  report: { objects, unread },
}: {
  readonly report: TerminatingReport;
}): ReactNode {
  return (
    <>
      <p className="soft" role="status">
        {describeTerminating(objects)}
        {unread.length > 0 && ` Blockers of these kinds could not be read: ${unread.join(', ')}.`}
      </p>
      {objects.length === 0 && <p className="message">No object is being deleted.</p>}
      <ul className="terminating">
        {objects.map((each) => (
          <Row key={each.object.uid} terminating={each} />
        ))}
      </ul>
    </>
  );
}

function Row({ terminating }: { readonly terminating: TerminatingObject }): ReactNode {
  const { object, since, state } = terminating;
  return (
    <li className="terminating-row" data-stuck={state}>
      <header className="finding-head">
        <StuckWord state={state} />
        <ObjectLink object={object} />
        <span className="finding-fault">
          for <Age since={since} />
        </span>
      </header>
      <Blockers terminating={terminating} />
    </li>
  );
}
