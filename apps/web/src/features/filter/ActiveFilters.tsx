import { counted, type UnaskedKind } from '@gcscope/gc-core/wire';
import '../../ui/chip.css';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, DialogTrigger } from 'react-aria-components';
import { useView, ViewLink } from '../../address/navigation.tsx';
import { FILTERS, isFiltering, toggled, type ViewFilter } from '../../data/selection.ts';
import { useLabels } from '../../data/use-labels.ts';
import { clockTime } from '../../ui/clock-time.ts';
import { describeFilterValue, FILTER_NAMES } from '../../ui/describe-filter.ts';
import { FloatingDialog } from '../../ui/FloatingDialog.tsx';
import { IdleButton } from '../../ui/IdleButton.tsx';
import { OneStop } from '../../ui/OneStop.tsx';
import { useFormatKind } from '../../ui/use-format-kind.ts';

/** The filters that hide something, each a chip that removes it; and what is known of the labels among them. */
export function ActiveFilters(): ReactNode {
  const view = useView();
  if (!isFiltering(view)) return null;
  return (
    <section className="bar active-filters" aria-label="Active filters">
      <OneStop label="Filters to remove">
        {FILTERS.flatMap((name) =>
          view[name].map((value) => <Active key={`${name} ${value}`} name={name} value={value} />),
        )}
      </OneStop>
      {view.labels.length > 0 && <LabelState />}
    </section>
  );
}

interface ActiveProps {
  readonly name: keyof ViewFilter;
  readonly value: string;
}

function Active({ name, value }: ActiveProps): ReactNode {
  const filter: readonly string[] = useView()[name];
  const word = FILTER_NAMES[name];
  const shown = describeFilterValue(name, value, useFormatKind());
  return (
    <ViewLink
      className="chip"
      change={{ [name]: toggled(filter, value), camera: undefined }}
      label={`Remove the filter: ${word} ${shown}`}
    >
      <span className="soft">{word}</span> <span className="cut">{shown}</span>
      <X size={12} aria-hidden />
    </ViewLink>
  );
}

function LabelState(): ReactNode {
  const { answer, isReading, readAt, readAgain } = useLabels(useView());
  if (!answer) return null;
  const { uids, unasked } = answer;
  return (
    <>
      <span className="soft" role="status">
        {counted(uids.length, 'object has', 'objects have')}{' '}
        {answer.selector.includes(',') ? 'these labels' : 'this label'}, as of {clockTime(readAt)}.
      </span>
      {unasked.length > 0 && <Unasked kinds={unasked} />}
      <IdleButton className="button" data-quiet="" onPress={readAgain} isIdle={isReading}>
        Read again
      </IdleButton>
    </>
  );
}

function Unasked({ kinds }: { readonly kinds: readonly UnaskedKind[] }): ReactNode {
  return (
    <DialogTrigger>
      <Button className="button">{counted(kinds.length, 'kind')} with unread labels</Button>
      <FloatingDialog label="Kinds with unread labels" placement="bottom start">
        <div className="unasked">
          <p>Objects of these kinds are hidden, because gcscope could not read their labels.</p>
          <ul>
            {kinds.map(({ group, kind, message }) => (
              <li key={`${group}/${kind}`}>
                <strong>{kind === '*' ? 'All kinds' : kind}</strong>{' '}
                <span className="soft">{group}</span>
                <p className="soft">{message}</p>
              </li>
            ))}
          </ul>
        </div>
      </FloatingDialog>
    </DialogTrigger>
  );
}
