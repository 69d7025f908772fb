import { createKubeletWorld, forecastNode, type Nanos, type NodeReading } from '@gcscope/gc-core';
import { type NodePicture, nodePictureOf } from '@gcscope/picture';

/** What a picture of the node shows: what is on it, and what its kubelet removes until `horizon` after the reading. */
export function planPicture(reading: NodeReading, horizon: Nanos): NodePicture {
  const world = createKubeletWorld(reading.scenario);
  const { now, node, kubelet } = world;
  const runs = forecastNode(world, horizon);
  return nodePictureOf({
    name: reading.name,
    release: kubelet.release.release,
    now,
    node,
    decisions: runs.flatMap(({ at, result }) =>
      result.decisions.map((decision) => ({ ...decision, at })),
    ),
    // As known at the reading: what the first run makes of an image nobody knows is no last use.
    imageRecords: kubelet.memory.imageRecords,
    thresholds: kubelet.imagePolicy,
    warnings: [
      ...reading.warnings.map(({ text }) => text),
      ...reading.notSeen.map(({ what, instead }) => `Not seen: ${what}. ${instead}`),
    ],
  });
}
