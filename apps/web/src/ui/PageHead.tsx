import type { ReactNode } from 'react';
import { ShareMenu } from './ShareMenu.tsx';

export interface PageHeadProps {
  readonly title: string;
  /** Path of the API for the data of the page. */
  readonly json?: string;
}

/** The head of a page without a toolbar: its title and its Share. */
export function PageHead({ title, json }: PageHeadProps): ReactNode {
  const items = json === undefined ? [] : [{ words: 'Open as JSON', href: json }];
  return (
    <header className="spread page-head">
      <h1>{title}</h1>
      <ShareMenu link={() => window.location.href} sections={[{ title: 'This view', items }]} />
    </header>
  );
}
