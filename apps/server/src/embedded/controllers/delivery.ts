import type { Millis } from '@gcscope/gc-core';
import type { ClusterClient } from '../objects/cluster-client.ts';
import { fields, list, record, text } from '../objects/fields.ts';
import type { Controller } from './controller.ts';

const FIRST = 40_000;
const EVERY = 95_000;

/** A Deployment that gets a new image now and then. */
export interface Delivered {
  readonly namespace: string;
  readonly name: string;
}

/** `registry/shop/web:1.14.2` → `registry/shop/web:1.14.3`. */
function nextImage(image: string): string {
  const match = /^(.*:(?:.*\.)?)(\d+)$/.exec(image);
  return match ? `${match[1]}${Number(match[2]) + 1}` : `${image}:1`;
}

/** The people of the shop, who roll out a new version of one of their Deployments after the other. */
export function delivery(client: ClusterClient, deployments: readonly Delivered[]): Controller {
  let due: Millis | undefined;
  let turn = 0;

  function rollOut({ namespace, name }: Delivered): void {
    const deployment = client.get('apps/v1', 'Deployment', namespace, name);
    if (!deployment || deployment.metadata.deletionTimestamp !== undefined) return;
    const [first, ...others] = list(deployment, ['spec', 'template', 'spec', 'containers']);
    const template = fields(deployment, ['spec', 'template']);
    const container = { ...record(first), image: nextImage(text(first, ['image'], name)) };
    const spec = { ...record(template.spec), containers: [container, ...others] };
    client.patch(deployment, { spec: { template: { ...template, spec } } });
  }

  return {
    watches: [],
    reconcile(now) {
      due ??= now + FIRST;
      if (now < due) return due;
      const delivered = deployments[turn++ % deployments.length];
      if (delivered) rollOut(delivered);
      due = now + EVERY;
      return due;
    },
  };
}
