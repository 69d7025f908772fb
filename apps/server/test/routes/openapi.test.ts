import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { Document, visit } from 'yaml';
import { systemClock } from '../../src/base/clock.ts';
import { openNodeSource } from '../../src/node-source/node-source.ts';
import { ownedBy, PODS, REPLICA_SETS, SECRETS } from '../live/support/scripted-cluster.ts';
import { criContainer } from '../node-source/support/fake-cri.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { get, post, type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const folder = testFolder();
const blocks = { blockOwnerDeletion: true };
const held = { finalizers: ['example.com/hold'] };

/** web → rs → two Pods, one of them held; a Secret stuck in Terminating; a reference to nothing; a Pod that is gone; a node. */
async function served(): Promise<ScriptedApp> {
  const ps = fileIn(folder, 'ps.json', { containers: [criContainer('c0')] });
  const node = openNodeSource({ type: 'crictl', files: [ps] }, { flags: [] }, systemClock);
  const answering = await scriptedApp({ nodes: [node] });
  const { scripted } = answering;
  scripted.putWeb(blocks);
  const ownerReferences = [ownedBy(REPLICA_SETS, 'rs', blocks)];
  scripted.put(PODS, 'b', { ownerReferences, ...held });
  scripted.put(PODS, 'lost', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
  scripted.put(PODS, 'gone');
  scripted.put(SECRETS, 'held', { ...held, deletionTimestamp: '2025-12-31T00:00:00Z' });
  scripted.tick();
  scripted.delete(PODS, 'gone');
  scripted.tick();
  return answering;
}

/** The document without the comments of types, which are no part of the contract; what fits into a line has one. */
function contract({ components, ...rest }: OpenApi): string {
  const schemas = withoutDescriptions(components.schemas);
  const written = new Document(
    { ...rest, components: { schemas } },
    { aliasDuplicateObjects: false },
  );
  visit(written, {
    Collection: (_, node) => {
      if (JSON.stringify(node).length > 110) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return written.toString({ lineWidth: 0 });
}

function withoutDescriptions(schemas: object): unknown {
  return JSON.parse(JSON.stringify(schemas), (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
}

describe('the OpenAPI document', () => {
  let answering: ScriptedApp;
  let document: OpenApi;
  let validator: Ajv2020;

  beforeAll(async () => {
    answering = await served();
    document = await answer('/api/v1/openapi.json');
    validator = strict(document);
  });

  async function answer<Body>(url: string): Promise<Body> {
    return (await get(answering.app, url)).json();
  }

  it('is the one in openapi.yaml; `npm run openapi` writes it anew', async () => {
    await expect(contract(document)).toMatchFileSnapshot('../../openapi.yaml');
  });

  it('has a schema for every name it refers to', () => {
    expect(document.openapi).toBe('3.1.0');
    const known = Object.keys(document.components.schemas);
    const named = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g);
    expect([...named].filter(([, name]) => !known.includes(`${name}`))).toEqual([]);
    expect(known.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
    expect(known).toEqual(expect.arrayContaining(['GraphDelta', 'ClusterHealth', 'Problem']));
  });

  it('leaves no type out that it cannot express', () => {
    // An empty schema allows everything. Only fields of whole Kubernetes objects may be anything.
    const schemas = JSON.stringify(document.components.schemas);
    expect(schemas.match(/"(?!additionalProperties|properties|not)\w+":\{\}/g)).toBeNull();
  });

  it('describes fields with the comments of their types', () => {
    expect(document.components.schemas.ObjectDetails).toMatchObject({
      properties: { gone: { description: 'Present when the object is gone.' } },
    });
  });

  it.each([
    ['PackedSnapshot', '/api/v1/snapshot'],
    ['SnapshotStructure', '/api/v1/snapshot/structure'],
    ['ObjectDetails', '/api/v1/objects/replicaset-rs'],
    ['ObjectDetails', '/api/v1/objects/pod-gone'],
    ['Forecast', '/api/v1/objects/deployment-web/forecast'],
    ['TerminatingReport', '/api/v1/terminating'],
    ['AuditReport', '/api/v1/audit'],
    ['GraphDocument', '/graph.json'],
    ['GraphDocument', '/o/pod-gone.json'],
    ['NodeList', '/api/v1/nodes'],
    ['NodeReading', '/api/v1/nodes/ps.json'],
    ['Problem', '/api/v1/objects/nobody'],
  ])('describes the %s of %s as it is', async (name, url) => {
    expect(faults(name, await answer(url))).toEqual([]);
  });

  it('describes a fork of the cluster as it is', async () => {
    const payload = { uid: 'deployment-web' };
    const fork = (await post(answering.app, '/api/v1/forks', payload)).json();
    expect(faults('Fork', fork)).toEqual([]);
  });

  /** What the schema says against a value; also of properties that it does not list. */
  function faults(name: string, value: unknown): readonly unknown[] {
    validator.validate(`document#/components/schemas/${name}`, value);
    return validator.errors ?? [];
  }
});

/** Checks values against the schemas of a document, in which no property is left that it does not list. */
function strict({ components }: OpenApi): Ajv2020 {
  const closed = JSON.parse(JSON.stringify(components), (_, each: unknown) =>
    typeof each === 'object' && each !== null && 'properties' in each
      ? { additionalProperties: false, ...each }
      : each,
  );
  return new Ajv2020({ strict: false }).addSchema({ components: closed }, 'document');
}
