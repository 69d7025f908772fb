import type { ReactNode } from 'react';

export interface PaneProps {
  /** Accessible name, where it is not the title. */
  readonly label?: string;
  readonly title: string;
  readonly count?: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A column of evidence: a title over a part that scrolls. */
export function Pane({ label, title, count, className = '', children }: PaneProps): ReactNode {
  return (
    <section className={`column pane ${className}`} aria-label={label ?? title}>
      <h2>
        {title} {count !== undefined && <span className="soft">{count}</span>}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer it scrolls with the keys. */}
      <div className="scrolls pane-body" tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
