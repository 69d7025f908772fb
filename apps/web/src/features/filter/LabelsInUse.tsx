import { counted } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useView } from '../../address/navigation.tsx';
import { labelCountsQuery } from '../../data/api.ts';
import { describeFilterValue } from '../../ui/describe-filter.ts';
import { FilterGroup } from './FilterGroup.tsx';

/** The labels of the kinds and namespaces that are shown, read from the cluster when this appears. */
export function LabelsInUse(): ReactNode {
  const { kinds, namespaces } = useView();
  const { data, error } = useQuery(labelCountsQuery({ kinds, namespaces }));
  if (error) {
    return (
      <p className="filter-fault" role="alert">
        {error.message}
      </p>
    );
  }
  if (!data) {
    return (
      <p className="filter-more soft" role="status">
        Reading labels…
      </p>
    );
  }
  const rows = data.labels.map(({ label, count }) => ({
    value: label,
    count,
    label: describeFilterValue('labels', label),
    hint: label,
  }));
  const unasked = data.unasked.length;
  return (
    <>
      {rows.length > 0 && (
        <FilterGroup title="Labels in use" find="Find a label" name="labels" rows={rows} />
      )}
      <p className="filter-more soft" role="status">
        {rows.length === 0 && 'No labels. '}
        Read from {counted(data.objects, 'object')}
        {data.isCut && ', and there are more'}.
        {unasked > 0 && ` gcscope could not read the labels of ${counted(unasked, 'kind')}.`}
      </p>
    </>
  );
}
