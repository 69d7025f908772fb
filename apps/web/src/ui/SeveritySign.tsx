import type { Severity } from '@gcscope/gc-core/wire';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The sign of an error or a warning, in its colour. */
export function SeveritySign({ severity }: { readonly severity: Severity }): ReactNode {
  const Sign = severity === 'error' ? CircleAlert : TriangleAlert;
  return <Sign size={15} className="severity-sign" data-severity={severity} aria-hidden />;
}
