import type { ReactNode } from 'react';
import { NoObject } from '../features/object/NoObject.tsx';

/** An address that names no page. */
export function NotFoundPage(): ReactNode {
  return (
    <NoObject
      title="Page not found"
      text="There is no page at this address. The page of an object is /o/<uid>."
    />
  );
}
