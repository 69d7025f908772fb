import type { NodeRecord } from '@gcscope/gc-core/wire';
import { ListVideo } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, DialogTrigger } from 'react-aria-components';
import { ViewLink } from '../../address/navigation.tsx';
import { FloatingDialog } from '../../ui/FloatingDialog.tsx';
import { POLICIES } from '../../ui/policies.ts';

/** Offers to simulate the deletion of an object with each policy. */
export function SimulateButton({ record }: { readonly record: NodeRecord }): ReactNode {
  return (
    <DialogTrigger>
      <Button className="button">
        <ListVideo size={14} aria-hidden /> Simulate delete…
      </Button>
      <FloatingDialog label="Simulate delete" className="policies" placement="bottom start">
        <p className="soft">On a copy: nothing in the cluster changes.</p>
        <ul>
          {POLICIES.map(({ policy, meaning }) => (
            <li key={policy}>
              <ViewLink
                page={{ page: 'simulate', uid: record.uid }}
                change={{ policy }}
                className="row policy"
              >
                <strong>Simulate {policy}</strong>
                <span className="soft">{meaning}</span>
              </ViewLink>
            </li>
          ))}
        </ul>
      </FloatingDialog>
    </DialogTrigger>
  );
}
