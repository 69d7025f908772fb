import {
  type NodeRecord,
  type PackedSnapshot,
  type Snapshot,
  unpackNodes,
} from '@gcscope/gc-core/wire';

/** How an object is named when it is looked for. */
export interface Named {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** An object as it is sent to the API. */
export interface Sent {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string } & Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The cluster behind a running gcscope: what gcscope knows of it, and its own API. */
export class EmbeddedCluster {
  readonly #gcscope: string;

  /** `gcscope`: the URL of the running program, without a slash at its end. */
  constructor(gcscope: string) {
    this.#gcscope = gcscope;
  }

  /** The whole graph as gcscope has it now. */
  async snapshot(): Promise<Snapshot> {
    const answer = await fetch(`${this.#gcscope}/api/v1/snapshot`);
    if (!answer.ok) throw new Error(`The snapshot answered ${answer.status}.`);
    const packed = (await answer.json()) as PackedSnapshot;
    return { ...packed, nodes: unpackNodes(packed.nodes) };
  }

  /** The object of that name; fails when there is none. */
  async find({ kind, namespace = '', name }: Named): Promise<NodeRecord> {
    const { nodes } = await this.snapshot();
    const found = nodes.find(
      (node) => node.kind === kind && node.namespace === namespace && node.name === name,
    );
    if (!found) throw new Error(`The embedded cluster has no ${kind} ${namespace}/${name}.`);
    return found;
  }

  /** Creates an object under a collection such as `/api/v1/namespaces/shop/configmaps`; answers with its uid. */
  async create(collection: string, object: Sent): Promise<string> {
    const { metadata } = (await this.#request('POST', collection, object)) as {
      readonly metadata: { readonly uid: string };
    };
    return metadata.uid;
  }

  /** Creates a namespace, in which the cluster puts the usual objects. */
  async createNamespace(name: string): Promise<void> {
    await this.create('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
  }

  /** Deletes the object at the path, in the background unless `propagationPolicy` says otherwise. */
  async delete(path: string, propagationPolicy = 'Background'): Promise<void> {
    await this.#request('DELETE', path, {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy,
    });
  }

  /** Sends a JSON patch as it is. */
  async patch(path: string, body: string): Promise<void> {
    await this.#send('PATCH', path, body, 'application/json-patch+json');
  }

  #request(method: string, path: string, body: unknown): Promise<unknown> {
    return this.#send(method, path, JSON.stringify(body), 'application/json');
  }

  async #send(method: string, path: string, body: string, type: string): Promise<unknown> {
    const { cluster } = await this.snapshot();
    const headers = { 'content-type': type };
    const answer = await fetch(`${cluster.server}${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
