import { type Action, type NodeRecord, plainText, type Uid } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { ObjectLink } from './ObjectLinks.tsx';
import { ObjectSelect } from './ObjectSelect.tsx';
import type { SimulationSession } from './simulation-session.ts';
import { type Played, sourceKey } from './use-playback.ts';
import { useSession } from './use-session.ts';

export interface JoinProps {
  readonly session: SimulationSession;
  readonly played: Played;
  readonly dependent: NodeRecord;
  readonly records: readonly NodeRecord[];
  readonly onJoin: (join: Action) => void;
}

/** Adds an owner reference: says whether it is valid, and gives the command. */
export function Join({ session, played, dependent, records, onJoin }: JoinProps): ReactNode {
  const { cursor, running } = useSession(session);
  const [picked, setPicked] = useState<Uid>();
  const [controller, setController] = useState(false);
  const [blockOwnerDeletion, setBlocking] = useState(true);
  const others = records.filter(({ uid }) => uid !== dependent.uid);
  const isOwner = ({ uid }: NodeRecord): boolean =>
    dependent.owners.some((each) => each.uid === uid);
  const owner =
    others.find(({ uid }) => uid === picked) ?? others.find((each) => !isOwner(each)) ?? others[0];
  const { client, source, options } = played;
  const join = {
    type: 'addReference',
    uid: dependent.uid,
    owner: owner?.uid ?? '',
    controller,
    blockOwnerDeletion,
  } as const;
  const { data: verdict } = useQuery({
    queryKey: ['join', sourceKey(source), JSON.stringify(options), cursor, JSON.stringify(join)],
    queryFn: async () =>
      (await client.ask({ type: 'join', source, options, at: cursor, join })) ?? null,
    enabled: owner !== undefined && !running,
    networkMode: 'always',
    retry: false,
  });
  if (!owner) return null;
  return (
    <fieldset className="join">
      <legend>Add an owner</legend>
      <ObjectSelect label="Owner" records={others} uid={owner.uid} onPick={setPicked} />
      <label>
        <input
          type="checkbox"
          checked={blockOwnerDeletion}
          onChange={({ target }) => setBlocking(target.checked)}
        />{' '}
        <code>blockOwnerDeletion</code>
      </label>
      <label>
        <input
          type="checkbox"
          checked={controller}
          onChange={({ target }) => setController(target.checked)}
        />{' '}
        <code>controller</code>
      </label>
      {verdict && (
        <div className="join-verdict" data-holds={verdict.holds} role="status">
          <p>
            <strong>
              <Sentence text={verdict.sentence} Link={ObjectLink} />
            </strong>{' '}
            <RuleLink rule={verdict.rule} />
          </p>
          {verdict.consequences.map((consequence) => (
            <p key={plainText(consequence)} className="soft">
              <Sentence text={consequence} Link={ObjectLink} />
            </p>
          ))}
          {verdict.patch !== undefined && (
            <p className="join-patch">
              <code className="name">{verdict.patch}</code>
              <CopyButton text={verdict.patch} what="the command" />
            </p>
          )}
        </div>
      )}
      <Button className="button" isDisabled={isOwner(owner)} onPress={() => onJoin(join)}>
        Simulate this reference
      </Button>
    </fieldset>
  );
}
