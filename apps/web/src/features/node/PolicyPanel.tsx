import './policy.css';
import type { ReactNode } from 'react';
import { useGo, useView, ViewLink } from '../../address/navigation.tsx';
import { Command } from '../../ui/Command.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { useWindow } from '../../ui/use-window.ts';
import type { FieldView, NodeView } from '../../worker/node-messages.ts';
import { PolicyField, type PolicyFieldProps } from './PolicyField.tsx';

/** Label of a field, and what the field does. */
const WORDS: Readonly<Record<string, { readonly word: string; readonly meaning: string }>> = {
  'containers.minAge': {
    word: 'Minimum age',
    meaning: 'A container stays until it is this old, counted from its creation.',
  },
  'containers.maxPerPodContainer': {
    word: 'Per container',
    meaning: 'Dead containers to keep per container; −1 keeps all.',
  },
  'containers.maxContainers': {
    word: 'On the node',
    meaning: 'Dead containers to keep on the node; −1 keeps all.',
  },
  'images.highThresholdPercent': {
    word: 'High threshold',
    meaning: 'The kubelet starts removing images at this disk usage.',
  },
  'images.lowThresholdPercent': {
    word: 'Low threshold',
    meaning: 'The kubelet stops removing images at this disk usage.',
  },
  'images.minAge': {
    word: 'Minimum age',
    meaning: 'An image stays until the kubelet has known it for this long.',
  },
  'images.maxAge': {
    word: 'Maximum age',
    meaning:
      'The kubelet removes an image that is unused for longer, at any disk usage; 0 turns this off.',
  },
};

/** Policies and disk usage as fields to change, and the kubelet’s flags and configuration to copy. */
export function PolicyPanel({ view }: { readonly view: NodeView }): ReactNode {
  const { settings = {}, fill } = useView();
  const narrow = useWindow('narrow');
  const isChanged = Object.keys(settings).length > 0 || fill !== undefined;
  const fieldsOf = (policy: FieldView['policy']): ReactNode =>
    view.fields
      .filter((field) => field.policy === policy)
      .map((field) => <FieldOf key={field.key} field={field} />);
  const fields = (
    <>
      <fieldset>
        <legend>Dead containers</legend>
        {fieldsOf('containers')}
      </fieldset>
      <fieldset>
        <legend>Images</legend>
        {fieldsOf('images')}
      </fieldset>
      <fieldset>
        <legend>Image filesystem</legend>
        <Fill view={view} />
      </fieldset>
      <Copyable fields={view.fields} />
    </>
  );
  const back = isChanged && (
    <ViewLink change={{ settings: undefined, fill: undefined }} className="button">
      Reset
    </ViewLink>
  );
  return (
    <aside className="scrolls node-policy" aria-label="What if">
      {narrow ? (
        <>
          {back}
          <details className="node-copy">
            <summary>What if… another policy or disk usage</summary>
            {fields}
          </details>
        </>
      ) : (
        <>
          <div className="spread node-policy-head">
            <h2>What if…</h2>
            {back}
          </div>
          {fields}
        </>
      )}
    </aside>
  );
}

/** Stops of an age slider, written as in flags. */
const SPANS = ['0s', '30s', '1m', '2m', '5m', '10m', '30m', '1h', '2h', '6h', '12h', '24h', '168h'];
const COUNTS = { low: -1, high: 20 } as const;

function FieldOf({ field }: { readonly field: FieldView }): ReactNode {
  const { settings = {} } = useView();
  const go = useGo();
  const { key, unit, flag, configuration, value, own } = field;
  const words = WORDS[key] ?? { word: key, meaning: '' };
  const change = (to: string): void => {
    const { [key]: _, ...others } = settings;
    const changed = to === own ? others : { ...others, [key]: to };
    const isNone = Object.keys(changed).length === 0;
    go({ settings: isNone ? undefined : changed }, undefined, { replace: true });
  };
  const choices: Pick<PolicyFieldProps, 'stops' | 'low' | 'high' | 'note'> =
    unit === 'span'
      ? { stops: SPANS }
      : unit === 'percent'
        ? { low: 0, high: 100 }
        : { low: COUNTS.low, high: Math.max(COUNTS.high, Number(own)), note: '−1: no limit' };
  return (
    <PolicyField
      {...words}
      {...choices}
      group={field.policy}
      unit={unit === 'percent' ? '%' : ''}
      spellings={[flag, configuration].filter((text) => text !== undefined)}
      value={value}
      own={own}
      onChange={change}
    />
  );
}

function Fill({ view }: { readonly view: NodeView }): ReactNode {
  const go = useGo();
  const { disk } = view;
  if (!disk) {
    return (
      <p className="soft field-note">
        The source does not describe the image filesystem. Without its usage, each run that collects
        images fails. <RuleLink rule="IR-3" />
      </p>
    );
  }
  const own = String(disk.ownPercent);
  return (
    <PolicyField
      word="Used"
      meaning="Usage of the disk that holds the images."
      group="disk"
      unit="%"
      low={0}
      high={100}
      spellings={[]}
      value={String(disk.usagePercent)}
      own={own}
      onChange={(next) => {
        const fill = Number(next);
        const isOwn = next === own || !Number.isInteger(fill) || fill < 0 || fill > 100;
        go({ fill: isOwn ? undefined : fill }, undefined, { replace: true });
      }}
    />
  );
}

/** The policies in the form in which a kubelet takes them. */
function Copyable({ fields }: { readonly fields: readonly FieldView[] }): ReactNode {
  const flags = fields.flatMap(({ flag, value }) =>
    flag === undefined ? [] : [`${flag}=${value}`],
  );
  const configuration = fields.flatMap(({ configuration: name, value, unit }) =>
    name === undefined ? [] : [`${name}: ${unit === 'span' ? `"${value}"` : value}`],
  );
  return (
    <details className="node-copy">
      <summary>Kubelet settings</summary>
      <p className="soft">Flags. The three settings for dead containers exist only as flags.</p>
      <Command text={flags.join(' \\\n')} what="the flags" />
      <p className="soft">KubeletConfiguration. A flag overrides it.</p>
      <Command text={configuration.join('\n')} what="the configuration" />
    </details>
  );
}
