import type { ReactNode } from 'react';

export interface MessageProps {
  readonly title: string;
  /** The explanation. */
  readonly text: ReactNode;
  /** The next steps: buttons and links. */
  readonly children: ReactNode;
}

/** A page that has nothing to show: says why, and what to do next. */
export function Message({ title, text, children }: MessageProps): ReactNode {
  return (
    <main className="message">
      <title>{`${title} · gcscope`}</title>
      {/* This part is the alert: the main part itself would then be none to a screen reader. */}
      <div className="message-says" role="alert">
        <h1>{title}</h1>
        <p className="name">{text}</p>
      </div>
      <div className="message-ways">{children}</div>
    </main>
  );
}
