import type { NodeRecord } from '@gcscope/gc-core/wire';
import { ListVideo } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { ViewLink } from '../../address/navigation.tsx';
import { POLICIES } from '../../ui/policies.ts';

/** Offers to simulate the deletion of an object with each policy. */
export function SimulateButton({ record }: { readonly record: NodeRecord }): ReactNode {
  return (
    <DialogTrigger>
      <Button className="button">
        <ListVideo size={14} aria-hidden /> Simulate delete…
      </Button>
      <Popover className="policies floating" placement="bottom start">
        <Dialog aria-label="Simulate delete">
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
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
