import type { GraphChange } from '../src/graph/graph-change.ts';
import type { ObjectMeta, WatchEventType } from '../src/meta/object-meta.ts';
import { formatTimestamp } from '../src/meta/object-meta.ts';
import type { OwnerReference } from '../src/meta/object-reference.ts';
import { type Random, seededRandom } from '../src/simulation/random.ts';

/** 2026-01-01T00:00:00Z */
const START = 1_767_225_600_000;
/** A Deployment, its ReplicaSet and eighteen Pods, one after the other. */
const FAMILY = 20;
const NAMESPACE = 400;
const KINDS = ['Deployment', 'ReplicaSet', ...Array.from({ length: FAMILY - 2 }, () => 'Pod')];

/** Changes of an object. */
const UNBLOCKED = 1;
const HELD = 2;
const DELETED = 4;

/**
 * A seeded cluster of Deployments, ReplicaSets and Pods that comes up, then lives, as the changes its monitors deliver.
 * It keeps three numbers per object and the texts as bytes. Every string, list and object of a change is new, as from a
 * decoder.
 */
export class ChangeStream {
  readonly #random: Random;
  readonly #texts: ObjectTexts;
  /** Serial numbers of the living; the rest is derived from them. */
  readonly #living: Int32Array;
  readonly #versions: Int32Array;
  readonly #states: Uint8Array;
  #size = 0;
  #serial = 0;
  #version = 1_000_000;

  /** `capacity`: how many objects there will ever be. */
  constructor(capacity: number, seed = 1) {
    this.#random = seededRandom(seed);
    this.#texts = new ObjectTexts(capacity);
    this.#living = new Int32Array(capacity);
    this.#versions = new Int32Array(capacity);
    this.#states = new Uint8Array(capacity);
  }

  /** One ADDED for each of so many new objects. */
  begin(count: number): GraphChange[] {
    return Array.from({ length: count }, () => this.#create());
  }

  /** Returns the next changes: 70 % updates without effect, 20 % adds and deletes, 10 % changed owners or finalizers. */
  next(count: number): GraphChange[] {
    return Array.from({ length: count }, () => this.#something());
  }

  #something(): GraphChange {
    const what = this.#random();
    if (what < 0.1) return this.#create();
    const index = Math.floor(this.#random() * this.#size);
    const serial = this.#living[index] ?? 0;
    this.#versions[serial] = this.#version++;
    if (what < 0.2) {
      this.#size--;
      this.#living[index] = this.#living[this.#size] ?? 0;
      return this.#change('DELETED', serial);
    }
    if (what < 0.3) this.#alter(serial);
    return this.#change('MODIFIED', serial);
  }

  #create(): GraphChange {
    const serial = this.#serial++;
    this.#living[this.#size++] = serial;
    this.#versions[serial] = this.#version++;
    // One in ten carries a finalizer from the start.
    if (hash(serial, 7) % 10 === 0) this.#states[serial] = HELD;
    return this.#change('ADDED', serial);
  }

  #alter(serial: number): void {
    const how = this.#random();
    const hasOwner = serial % FAMILY > 0;
    const flip = hasOwner && how < 0.6 ? UNBLOCKED : how < 0.95 ? HELD : DELETED;
    const state = this.#states[serial] ?? 0;
    this.#states[serial] = flip === DELETED ? state | DELETED : state ^ flip;
  }

  #change(type: WatchEventType, serial: number): GraphChange {
    const state = this.#states[serial] ?? 0;
    const kind = KINDS[serial % FAMILY] ?? 'Pod';
    const [name, uid] = [this.#texts.name(serial), this.#texts.uid(serial)];
    const namespace = fresh(`team-${Math.floor(serial / NAMESPACE)}`);
    const meta: ObjectMeta = {
      name,
      namespace,
      uid,
      resourceVersion: String(this.#versions[serial]),
      generation: 1,
      creationTimestamp: timestamp(createdAt(serial)),
      ...(state & DELETED
        ? { deletionTimestamp: timestamp(5_000_000 + serial), deletionGracePeriodSeconds: 30 }
        : {}),
      ...(serial % FAMILY === 0 ? {} : { ownerReferences: [this.#owner(serial, state)] }),
      ...(state & HELD ? { finalizers: [fresh('example.com/hold')] } : {}),
    };
    // The monitor knows its kind; the state before is looked at only in a deletion by the collector's finalizers.
    const identity = { apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind, namespace, name, uid };
    return { type, identity, meta };
  }

  #owner(serial: number, state: number): OwnerReference {
    const place = serial % FAMILY;
    const owner = serial - place + (place === 1 ? 0 : 1);
    return {
      apiVersion: fresh('apps/v1'),
      kind: fresh(KINDS[owner % FAMILY] ?? ''),
      name: this.#texts.name(owner),
      uid: this.#texts.uid(owner),
      controller: true,
      blockOwnerDeletion: (state & UNBLOCKED) === 0,
    };
  }
}

/** Bytes of the longest name and of a uid. */
const TEXT = 40;
const UID = 36;

/** Names and uids of objects as bytes outside the heap: the live set of the stream must not drown the graph's. */
class ObjectTexts {
  readonly #names: Buffer;
  readonly #uids: Buffer;

  constructor(capacity: number) {
    this.#names = Buffer.alloc(capacity * TEXT);
    this.#uids = Buffer.alloc(capacity * UID);
    for (let serial = 0; serial < capacity; serial++) {
      this.#names.write(nameOf(serial).padEnd(TEXT), serial * TEXT, 'latin1');
      this.#uids.write(uidOf(serial), serial * UID, 'latin1');
    }
  }

  name(serial: number): string {
    let end = (serial + 1) * TEXT;
    while (this.#names[end - 1] === 0x20) end--;
    return this.#names.toString('latin1', serial * TEXT, end);
  }

  uid(serial: number): string {
    return this.#uids.toString('latin1', serial * UID, (serial + 1) * UID);
  }
}

const scratch = Buffer.alloc(64);

/** The text as a new flat string: a concatenation would be flattened at the graph's cost. */
function fresh(text: string): string {
  return scratch.toString('latin1', 0, scratch.write(text, 'latin1'));
}

function timestamp(seconds: number): string {
  return fresh(formatTimestamp(START + seconds * 1000));
}

function nameOf(serial: number): string {
  const family = `checkout-${Math.floor(serial / FAMILY).toString(36)}`;
  const place = serial % FAMILY;
  if (place === 0) return family;
  const set = `${family}-${hash(serial - place, 3).toString(36)}`;
  return place === 1 ? set : `${set}-${hash(serial, 5).toString(36).slice(0, 5)}`;
}

/** Random to look at and different for each serial. */
function uidOf(serial: number): string {
  const digits = (salt: number): string => hash(serial, salt).toString(16).padStart(8, '0');
  const [a, b, c] = [digits(11), digits(13), digits(17)];
  const rest = `${c}${serial.toString(16).padStart(8, '0')}`.slice(4);
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${rest}`;
}

/** Seconds after the start: the Pods of a ReplicaSet come within four. */
function createdAt(serial: number): number {
  const family = Math.floor(serial / FAMILY);
  return family * 7 + (serial % FAMILY < 2 ? 0 : hash(serial, 19) % 4);
}

function hash(serial: number, salt: number): number {
  let mixed = Math.imul(serial + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
