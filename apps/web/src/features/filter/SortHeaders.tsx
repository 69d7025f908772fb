import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGo, useView, ViewLink } from '../../address/navigation.tsx';
import { SORT_COLUMNS, type SortColumn, type SortOrder } from '../../address/view-search.ts';

const WORDS: Readonly<Record<SortColumn, string>> = {
  name: 'Object',
  state: 'State',
  namespace: 'Namespace',
  owner: 'Owner',
  age: 'Age',
};

/** The heads of the list's columns: each sorts by its column, then the other way round, then problems come first again. */
export function SortHeaders(): ReactNode {
  const { sort } = useView();
  return SORT_COLUMNS.map((column) => {
    const isUp = sort === column;
    const isDown = sort === `-${column}`;
    const Arrow = isDown ? ArrowDown : ArrowUp;
    const next: SortOrder | undefined = isUp ? `-${column}` : isDown ? undefined : column;
    return (
      <th
        key={column}
        scope="col"
        data-column={column}
        aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
      >
        <ViewLink className="list-sort" change={{ sort: next }} title={describe(next)}>
          {WORDS[column]}
          <Arrow size={12} aria-hidden />
        </ViewLink>
      </th>
    );
  });
}

/** The choice of the order where the list has no heads. */
export function SortSelect(): ReactNode {
  const { sort } = useView();
  const go = useGo();
  const orders = SORT_COLUMNS.flatMap((column): SortOrder[] => [column, `-${column}`]);
  return (
    <label className="list-sort-select">
      Sort by
      <select
        value={sort ?? ''}
        onChange={({ target }) => go({ sort: orders.find((each) => each === target.value) })}
      >
        <option value="">problems first</option>
        {orders.map((order) => (
          <option key={order} value={order}>
            {nameOf(order)}
          </option>
        ))}
      </select>
    </label>
  );
}

function describe(order: SortOrder | undefined): string {
  return order === undefined ? 'Problems first' : `Sort by ${nameOf(order)}`;
}

function nameOf(order: SortOrder): string {
  return order.startsWith('-') ? `${order.slice(1)}, last first` : order;
}
