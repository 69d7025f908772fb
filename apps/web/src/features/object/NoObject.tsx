import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { Message, type MessageProps } from '../../ui/Message.tsx';
import { SearchByName } from './SearchByName.tsx';

export interface NoObjectProps extends Pick<MessageProps, 'title' | 'text'> {
  /** The next step; by default the search. */
  readonly children?: ReactNode;
}

/** The message in place of a page about an object that is not there: why, and where to go on. */
export function NoObject({ title, text, children = <SearchByName /> }: NoObjectProps): ReactNode {
  return (
    <Message title={title} text={text}>
      {children}
      <ViewLink page={{ page: 'map' }} className="button">
        Show the whole cluster
      </ViewLink>
    </Message>
  );
}
