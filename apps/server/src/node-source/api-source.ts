import type { NodeReading, NodeWarning, NotSeen } from '@gcscope/gc-core';
import { visibleText } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import {
  type ApiClient,
  type ApiFailure,
  failureText,
  type RequestOptions,
} from '../cluster/answers/api-answer.ts';
import { type Fields, fieldsOf } from '../cluster/answers/decode-meta.ts';
import {
  type ApiNode,
  decodeFlags,
  decodeFolder,
  decodeImageFs,
  decodeNode,
  decodeStart,
  imagesByName,
} from './api-node.ts';
import { decodePods, POD_SHAPE } from './api-pods.ts';
import { type KnownSettings, kubeletSettings } from './kubelet-settings.ts';
import { nodeReading } from './node-reading.ts';
import { NodeInputError, NodeUnreadableError } from './node-unreadable.ts';
import { ONLY_IN_MEMORY } from './not-seen.ts';

/** A node that is read through its cluster. */
export interface ApiSource {
  readonly client: ApiClient;
  readonly node: string;
  /** They go before what the cluster tells. */
  readonly settings: KnownSettings;
  readonly clock: Clock;
}

const TIME_LIMIT = 15_000;

/**
 * Reads a node through the API server, GETs only. What is denied is said in `notSeen`. Rejects with `NodeUnreadableError` when
 * neither the Node nor its Pods can be read, with `NodeInputError` when there is no such node.
 */
export async function readApiNode(source: ApiSource): Promise<NodeReading> {
  const name = requireNodeName(source.node);
  const pieces = await readPieces(source.client, name);
  const { pods, kubeletPods, folder } = pieces;
  const missing = pieces.node.failure;
  if (missing && (isNotFound(missing) || (pods.failure && kubeletPods.failure))) {
    throw noNode(name, missing);
  }
  const node: ApiNode = pieces.node.value ?? { kubeletVersion: '', images: [] };
  const imageId = imagesByName(node.images);
  const list = kubeletPods.failure ? pods.value : kubeletPods.value;
  const settings = kubeletSettings(knownSettings(source.settings, pieces, node));
  const imageFs = pieces.summary.value;
  return nodeReading({
    name,
    source: 'api',
    now: BigInt(source.clock.now()) * 1_000_000n,
    spec: {
      ...decodePods(list, imageId),
      images: node.images,
      ...(folder.value ? { logDirectories: folder.value } : {}),
      ...(imageFs ? { imageFs } : {}),
      ...settings.spec,
    },
    notSeen: [
      ...podsNotSeen(pieces),
      ...ALWAYS,
      imagesNotSeen(pieces),
      ...(folder.failure ? [logsNotSeen(folder.failure)] : []),
      ...ONLY_IN_MEMORY,
      ...settings.notSeen,
    ],
    warnings: pressureWarning(node),
  });
}

/** The answer to a request, or the reason why there is none. */
interface Piece<T> {
  readonly value?: T;
  readonly failure?: ApiFailure;
}

interface Pieces {
  readonly node: Piece<ApiNode>;
  readonly pods: Piece<unknown>;
  readonly kubeletPods: Piece<unknown>;
  readonly configuration: Piece<Fields>;
  readonly flags: Piece<string[]>;
  readonly start: Piece<string | undefined>;
  readonly summary: Piece<ReturnType<typeof decodeImageFs>>;
  readonly folder: Piece<string[]>;
}

/** All at once: each may be denied, or hang, by itself. */
async function readPieces(client: ApiClient, name: string): Promise<Pieces> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
  const json = async <T>(
    path: string,
    decode: (body: unknown) => T,
    kept: Pick<RequestOptions, 'items'> = {},
  ): Promise<Piece<T>> => {
    const answer = await client.getJson(path, { accept: 'application/json', signal, ...kept });
    return answer.type === 'ok' ? { value: decode(answer.body) } : { failure: answer };
  };
  const text = async <T>(path: string, decode: (body: string) => T): Promise<Piece<T>> => {
    // The kubelet serves directories of logs as HTML, and refuses requests that accept only other types.
    const answer = await client.getText(path, { accept: 'text/plain, */*', signal });
    return answer.type === 'ok' ? { value: decode(answer.body) } : { failure: answer };
  };
  const kubelet = `/api/v1/nodes/${name}/proxy`;
  const [node, pods, kubeletPods, configuration, flags, start, summary, folder] = await Promise.all(
    [
      json(`/api/v1/nodes/${name}`, decodeNode),
      json(`/api/v1/pods?fieldSelector=spec.nodeName%3D${name}`, (body) => body, {
        items: POD_SHAPE,
      }),
      json(`${kubelet}/pods`, (body) => body, { items: POD_SHAPE }),
      json(`${kubelet}/configz`, (body) => fieldsOf(fieldsOf(body)?.kubeletconfig) ?? {}),
      text(`${kubelet}/flagz`, decodeFlags),
      text(`${kubelet}/metrics`, decodeStart),
      json(`${kubelet}/stats/summary`, decodeImageFs),
      text(`${kubelet}/logs/pods/`, decodeFolder),
    ],
  );
  return { node, pods, kubeletPods, configuration, flags, start, summary, folder };
}

/** Given settings take precedence over those from the cluster. */
function knownSettings(given: KnownSettings, pieces: Pieces, node: ApiNode): KnownSettings {
  const { configuration, flags, start } = pieces;
  return {
    flags: [...(flags.value ?? []), ...given.flags],
    release: given.release ?? (node.kubeletVersion || undefined),
    configuration: given.configuration ?? configuration.value,
    startedAt: given.startedAt ?? start.value,
    because: {
      release: 'The Node does not say it.',
      flags: flags.failure ? because(flags.failure, '/flagz') : '/flagz does not show all of them.',
      configuration: configuration.failure ? because(configuration.failure, '/configz') : '',
      startedAt: start.failure ? because(start.failure, '/metrics') : 'Its metrics do not say it.',
    },
  };
}

function because(failure: ApiFailure, what: string): string {
  return `gcscope cannot read ${what}: ${visibleText(failureText(failure))}.`;
}

function podsNotSeen({ pods, kubeletPods }: Pieces): NotSeen[] {
  if (!kubeletPods.failure) return [];
  const none = {
    what: 'pods',
    because: because(pods.failure ?? kubeletPods.failure, 'the Pods of the node'),
    instead: 'The plan assumes none, and says nothing about containers and log directories.',
  };
  const onlyStatic = {
    what: 'pods that only the kubelet knows',
    because: because(kubeletPods.failure, 'the kubelet’s own list'),
    instead: 'The plan uses the Pods of the API server. Mirror pods stand for static pods.',
  };
  return [pods.failure ? none : onlyStatic];
}

const ALWAYS: readonly NotSeen[] = [
  {
    what: 'all but two containers of each name, and the containers of deleted pods',
    because: 'The status of a Pod names only the current and the previous container.',
    instead: 'The plan assumes none, so the kubelet may remove more.',
  },
  {
    what: 'when containers were created, and their log paths',
    because: 'The status of a Pod says only when they started.',
    instead:
      'The plan counts from the start, which is later. So a container may go earlier than the plan says. The plan does not check for empty log paths.',
  },
  {
    what: 'sandboxes and links to container logs',
    because: 'The API server does not know them.',
    instead: 'The plan contains none of them.',
  },
];

function imagesNotSeen({ node }: Pieces): NotSeen {
  if (node.failure) {
    return {
      what: 'images',
      because: because(node.failure, 'the Node'),
      instead: 'The plan contains none of them.',
    };
  }
  return {
    what: 'ids and pins of images, and all images but the largest',
    because: 'The status of the Node has names and sizes of 50 images by default.',
    instead:
      'The plan knows an image by its first name, and assumes that no image is pinned. A kubelet keeps pinned images; most runtimes pin the sandbox image.',
  };
}

function logsNotSeen(failure: ApiFailure): NotSeen {
  return {
    what: 'log directories of pods',
    because: because(failure, 'the kubelet’s listing'),
    instead: 'The plan contains none of them.',
  };
}

function pressureWarning({ diskPressureSince }: ApiNode): NodeWarning[] {
  if (diskPressureSince === undefined) return [];
  return [
    {
      rule: 'E-1',
      text: `The node has been under disk pressure since ${visibleText(diskPressureSince)}. In addition to the runs of the plan, the eviction manager removes containers of finished pods and all unused images every ten seconds.`,
      ids: [],
    },
  ];
}

/** A name goes into a path. */
function requireNodeName(name: string): string {
  if (/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/.test(name) && !name.includes('..')) return name;
  throw new NodeInputError(`${visibleText(name)} is not a valid node name; see kubectl get nodes.`);
}

function noNode(name: string, failure: ApiFailure): Error {
  if (isNotFound(failure)) {
    return new NodeInputError(`There is no node ${name} in this cluster; see kubectl get nodes.`);
  }
  return new NodeUnreadableError(`The node ${name} cannot be read: ${failureText(failure)}.`);
}

function isNotFound(failure: ApiFailure): boolean {
  return failure.type === 'status' && failure.code === 404;
}
