import type {
  ApiResource,
  Manifest,
  NamedObject,
  NamedObjects,
  ReferenceText,
  ScenarioStep,
  Uid,
} from '@gcscope/gc-core';
import { sleep, systemClock } from '../../base/clock.ts';
import { type Fields, fieldsOf, textOf } from '../../cluster/answers/decode-meta.ts';
import { RUN_LABEL, withMinimalFields } from './minimal-fields.ts';
import type { ObjectRequests, ServerAnswer } from './object-requests.ts';
import type { RunNames } from './run-names.ts';
import type { Workloads } from './workloads.ts';

/** An answer, and the uid that the cluster gave the object that was asked about, as far as that is known. */
export interface StepAnswer extends ServerAnswer {
  readonly uid: Uid | undefined;
}

type Send = () => Promise<StepAnswer>;

/** The ServiceAccount of a new namespace comes a moment later. */
const TRIES = 60;
const BETWEEN_TRIES = 500;
/** Another client may write to the object between a GET and the PUT. */
const UPDATES = 5;

interface RequestTools {
  readonly requests: ObjectRequests;
  readonly names: RunNames;
  readonly named: NamedObjects;
  readonly workloads: Workloads;
  readonly stop: AbortSignal;
}

/** The API requests of steps, sent to the cluster in its words. */
export class RunRequests {
  readonly #tools: RequestTools;

  constructor(tools: RequestTools) {
    this.#tools = tools;
  }

  /** The request of the step; `undefined` when the step is none. */
  of(step: ScenarioStep): Send | undefined {
    const { create, update, patch, removeFinalizer, terminatePod } = step;
    if (create) return () => this.create(create);
    if (update) return () => this.#update(update, step.subresource);
    if (patch) {
      const { object, patch: change, subresource = step.subresource } = patch;
      return () => this.#onObject(object, (path) => this.#patch(path, change), subresource);
    }
    if (step.delete !== undefined) return () => this.#delete(step.delete ?? '');
    if (removeFinalizer) {
      const { object, finalizer } = removeFinalizer;
      return () => this.#onObject(object, (path) => this.#removeFinalizer(path, finalizer));
    }
    if (terminatePod) return () => this.#onObject(terminatePod, (path) => this.terminatePod(path));
    return undefined;
  }

  /** Creates what a manifest says; its status, if any, is written afterwards. */
  async create(manifest: Manifest): Promise<StepAnswer> {
    const resource = this.#tools.named.resourceOf(manifest);
    const { namespace = '', name = '' } = manifest.metadata;
    const collection = this.#tools.names.collection(resource, namespace);
    const body = this.realObject(manifest, resource);
    let answer = await this.#tools.requests.send('POST', collection, body);
    for (let tries = 1; isEarly(answer) && tries < TRIES && !this.#tools.stop.aborted; tries++) {
      await sleep(systemClock, BETWEEN_TRIES, this.#tools.stop);
      answer = await this.#tools.requests.send('POST', collection, body);
    }
    const status = fieldsOf(manifest.status);
    if (answer.code === 201 && status) {
      const path = `${this.#tools.names.path(resource, namespace, name)}/status`;
      const written = await this.#tools.requests.send('PATCH', path, { status });
      if (written.code !== 200) answer = written;
      else return { ...written, uid: uidIn(written.body) };
    }
    return { ...answer, uid: uidIn(answer.body) };
  }

  /** Sends the request of a kubelet whose Pod has ended. */
  async terminatePod(path: string): Promise<ServerAnswer> {
    const live = await this.#tools.requests.send('GET', path);
    if (live.code !== 200) return live;
    return this.#tools.requests.send('DELETE', path, {
      ...DELETE_OPTIONS,
      gracePeriodSeconds: 0,
      preconditions: { uid: uidIn(live.body) },
    });
  }

  /** Sends a DELETE with these options. */
  delete(path: string, options: Fields): Promise<ServerAnswer> {
    return this.#tools.requests.send('DELETE', path, { ...DELETE_OPTIONS, ...options });
  }

  /** Gives the object these references, as the scenario writes them. */
  refer(
    path: string,
    ownerReferences: NonNullable<Manifest['metadata']['ownerReferences']>,
  ): Promise<ServerAnswer> {
    return this.#patch(path, { metadata: { ownerReferences } });
  }

  /** The object as it goes to the cluster. */
  realObject(manifest: Manifest, resource: ApiResource): Manifest {
    const {
      uid: _uid,
      creationTimestamp: _created,
      generation: _generation,
      ...metadata
    } = manifest.metadata;
    const { name, namespace, ownerReferences, labels } = metadata;
    const real: Manifest = {
      ...manifest,
      apiVersion: this.#tools.names.apiVersion(manifest.apiVersion),
      metadata: {
        ...metadata,
        ...(name === undefined ? {} : { name: this.#tools.names.name(resource, name) }),
        ...(namespace === undefined ? {} : { namespace: this.#tools.names.prefixed(namespace) }),
        ...(ownerReferences
          ? { ownerReferences: ownerReferences.map((each) => this.#tools.names.reference(each)) }
          : {}),
        labels: {
          ...labels,
          ...this.#tools.workloads.labels(manifest),
          [RUN_LABEL]: this.#tools.names.id,
        },
      },
    };
    return withMinimalFields(resource.group, real, this.#tools.workloads.of(manifest));
  }

  async #update(manifest: Manifest, subresource: string | undefined): Promise<StepAnswer> {
    const resource = this.#tools.named.resourceOf(manifest);
    const { namespace = '', name = '', resourceVersion: written, uid: asked } = manifest.metadata;
    const path = this.#tools.names.path(resource, namespace, name);
    const place = subresource === undefined ? path : `${path}/${encodeURIComponent(subresource)}`;
    let answer: ServerAnswer = { code: 0, body: {} };
    for (let tries = 0; tries < UPDATES; tries++) {
      const live = await this.#tools.requests.send('GET', path);
      if (live.code !== 200) return { ...live, uid: undefined };
      const { metadata, ...fields } = this.realObject(manifest, resource);
      const { resourceVersion, uid } = fieldsOf(live.body.metadata) ?? {};
      const { spec = fields.spec } = manifest.spec === undefined ? live.body : fields;
      const body = {
        ...live.body,
        ...fields,
        spec,
        metadata: {
          ...metadata,
          resourceVersion: written ?? resourceVersion,
          ...(asked === undefined ? {} : { uid: this.#tools.names.uid(asked) }),
        },
      };
      answer = await this.#tools.requests.send('PUT', place, body);
      if (answer.code !== 409 || written !== undefined) return { ...answer, uid: textOf(uid) };
    }
    return { ...answer, uid: undefined };
  }

  async #delete(value: NonNullable<ScenarioStep['delete']>): Promise<StepAnswer> {
    const { object, preconditions, ...options } =
      typeof value === 'object' && 'object' in value
        ? value
        : { object: value, preconditions: undefined };
    const { uid } = preconditions ?? {};
    const conditions = preconditions && {
      preconditions: {
        ...preconditions,
        ...(uid === undefined ? {} : { uid: this.#tools.names.uid(uid) }),
      },
    };
    return this.#onObject(object, (path) => this.delete(path, { ...options, ...conditions }));
  }

  async #onObject(
    reference: ReferenceText,
    send: (path: string) => Promise<ServerAnswer>,
    subresource?: string,
  ): Promise<StepAnswer> {
    const object: NamedObject = this.#tools.named.resolve(reference);
    const path = this.#tools.names.path(
      this.#tools.named.resourceOf(object),
      object.namespace,
      object.name,
    );
    const place = subresource === undefined ? path : `${path}/${encodeURIComponent(subresource)}`;
    return { ...(await send(place)), uid: this.#tools.names.uid(object.uid) };
  }

  async #removeFinalizer(path: string, finalizer: string): Promise<ServerAnswer> {
    const live = await this.#tools.requests.send('GET', path);
    if (live.code !== 200) return live;
    const { finalizers, resourceVersion } = fieldsOf(live.body.metadata) ?? {};
    const left = Array.isArray(finalizers) ? finalizers.filter((each) => each !== finalizer) : [];
    const metadata = { finalizers: left.length > 0 ? left : null, resourceVersion };
    const answer = await this.#tools.requests.send('PATCH', path, { metadata });
    // Another client wrote meanwhile: look again at what is left.
    return answer.code === 409 ? this.#removeFinalizer(path, finalizer) : answer;
  }

  #patch(path: string, patch: Fields): Promise<ServerAnswer> {
    const metadata = fieldsOf(patch.metadata);
    if (!metadata) return this.#tools.requests.send('PATCH', path, patch);
    const { ownerReferences: owners, uid, labels } = metadata;
    const real = {
      ...metadata,
      ...(Array.isArray(owners)
        ? { ownerReferences: owners.map((each) => this.#tools.names.reference(each)) }
        : {}),
      ...(typeof uid === 'string' ? { uid: this.#tools.names.uid(uid) } : {}),
      // Without the label, the clean-up would not find the object.
      ...(labels === null ? { labels: { [RUN_LABEL]: this.#tools.names.id } } : {}),
    };
    return this.#tools.requests.send('PATCH', path, { ...patch, metadata: real });
  }
}

const DELETE_OPTIONS = { apiVersion: 'v1', kind: 'DeleteOptions' };

function uidIn(body: Fields): Uid | undefined {
  const uid = textOf(fieldsOf(body.metadata)?.uid);
  return uid === '' ? undefined : uid;
}

function isEarly({ code, body }: ServerAnswer): boolean {
  return code === 403 && /serviceaccount "default" not found/.test(textOf(body.message));
}
