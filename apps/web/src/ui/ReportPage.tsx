import './report.css';
import type { ReactNode } from 'react';
import type { Report } from '../data/use-report.ts';
import { IfRead } from './IfRead.tsx';
import { PageHead } from './PageHead.tsx';

export interface ReportPageProps<Answer> {
  readonly title: string;
  /** Path of the API for the report. */
  readonly json: string;
  readonly report: Report<Answer>;
  /** A sentence until the answer arrives. */
  readonly waiting: string;
  readonly children: (answer: Answer) => ReactNode;
}

/** A page that shows a report on the whole cluster, or why there is none. */
export function ReportPage<Answer>(props: ReportPageProps<Answer>): ReactNode {
  const { title, json, waiting, children } = props;
  const { answer, error } = props.report;
  return (
    <main className="column stage report">
      <title>{`${title} · gcscope`}</title>
      <PageHead title={title} json={json} />
      {answer ? (
        <IfRead>{children(answer)}</IfRead>
      ) : (
        <p role="status">{error ? error.message : waiting}</p>
      )}
    </main>
  );
}
