import {
  type ApiResource,
  DEFAULT_RELEASE,
  formatApiVersion,
  Graph,
  GraphBuilder,
  type GraphChange,
  type GraphNode,
  groupResource,
  JudgedRecords,
  RELEASES,
  type Records,
  ReferenceCache,
  type Release,
  type ReleaseProfile,
} from '@gcscope/gc-core';
import type {
  ClusterHealth,
  GraphDelta,
  KindHealth,
  Millis,
  NamespaceStatus,
  NodeRecord,
  Uid,
} from '@gcscope/gc-core/wire';
import type { Clock } from '../clock.ts';
import type { ClusterObserver, MonitoredResource, Reach } from '../cluster/monitor-events.ts';
import { AbsenceProofs } from './absence-proofs.ts';
import { AskedOwners } from './asked-owners.ts';
import { dependingOnKinds, HealthBook, kindKey } from './cluster-health.ts';
import { DeletionWatch } from './deletion-watch.ts';
import { GraphObjects } from './graph-objects.ts';
import { GraphRecords } from './graph-records.ts';
import { type Judged, Judging } from './judging.ts';
import { LeftBehind } from './left-behind.ts';
import { type LiveView, liveView } from './live-view.ts';
import { NameIndex } from './name-index.ts';
import { ServedKinds } from './served-kinds.ts';
import { Throttle } from './throttle.ts';

/** A first list that brings nothing for so long does not keep the others from being judged. */
const QUIET: Millis = 1000;
/** Fewer objects are judged as they come. */
const MANY = 5000;

/** What a live graph is given. */
export interface LiveGraphOptions {
  readonly clock: Clock;
  /** What aims kubectl at the cluster, as in `ClusterInfo`. */
  readonly kubectl?: readonly string[] | undefined;
  /** Called once per tick that changed something, with the former records of what changed. */
  readonly onDelta: (delta: GraphDelta, before: ReadonlyMap<Uid, NodeRecord>) => void;
  /** Called at the end of each tick; the answer is the time at which the next one is due, whatever happens. */
  readonly nextTurn?: () => Millis;
  /** Called at the end of a tick before which the health changed. */
  readonly onHealth: () => void;
  /** Nodes that are judged in one go. */
  readonly slice?: number | undefined;
}

/**
 * The collector's graph of a cluster as its watch events show it, with the current verdict of each object. No worker
 * runs: an object leaves the graph by its own watch event only, and an owner that nobody has seen stays as a ghost as
 * long as a reference names it.
 */
export class LiveGraph implements ClusterObserver {
  readonly graph: Graph = new Graph();
  readonly view: LiveView;
  readonly askedOwners: AskedOwners;
  readonly served: ServedKinds = new ServedKinds();
  readonly names: NameIndex = new NameIndex();
  readonly #options: LiveGraphOptions;
  readonly #builder: GraphBuilder;
  readonly #health: HealthBook;
  readonly #updates: Throttle;
  readonly #proofs = new AbsenceProofs();
  readonly #deletions: DeletionWatch;
  readonly #records: GraphRecords;
  readonly #judged: JudgedRecords;
  readonly #judging: Judging;
  /** What the collector has been given a reason to look at; its own start is none. */
  readonly #queued = new Set<Uid>();
  /** Owners in foreground deletion that it has been given a reason to look at. */
  readonly #waitingOwners = new Set<GraphNode>();
  readonly #judgeAnew = new Set<string>();
  /** What leaves the graph in this tick because it is out of sight: nobody knows its end. */
  readonly #outOfSight = new Set<Uid>();
  readonly #leftBehind = new LeftBehind(this.graph);
  #isSettling = false;
  #release: ReleaseProfile = RELEASES[DEFAULT_RELEASE];
  #judgeAll = false;
  #healthChanged = false;
  #isInitialList = false;
  /** When a first list brought something. */
  #listed: Millis = 0;
  #isCatchingUp = false;

  constructor(options: LiveGraphOptions) {
    this.#options = options;
    this.askedOwners = new AskedOwners(options.clock);
    this.#health = new HealthBook(options.clock, (key) => this.names.count(key));
    this.#updates = new Throttle(options.clock, () => this.#bringUpToDate());
    this.#deletions = new DeletionWatch(options.clock, this.served, this.#updates);
    // What is known of the cluster is not as little as an older collector knew of it.
    const release = RELEASES[DEFAULT_RELEASE];
    const enqueue = (node: GraphNode): void => this.#enqueue(node);
    this.#builder = new GraphBuilder({
      release,
      graph: this.graph,
      absentOwnerCache: new ReferenceCache(release.absentOwnerCacheSize),
      attemptToDelete: { add: enqueue, addRateLimited: enqueue },
      // An orphaning owner is known by its finalizer; nothing is orphaned here.
      attemptToOrphan: { add: () => {}, addRateLimited: () => {} },
    });
    this.view = liveView({
      graph: this.graph,
      names: this.names,
      served: this.served,
      askedOwners: this.askedOwners,
      kubectl: options.kubectl,
      health: this.#health,
      proofs: this.#proofs,
      deletions: this.#deletions,
      release: () => this.#release,
      isQueued: (uid) => this.#queued.has(uid),
    });
    this.#records = new GraphRecords(this.graph);
    this.#judged = new JudgedRecords(this.graph, this.view, {
      records: this.#records,
      onJudged: ({ uid, summary }) => {
        // The collector has looked and found that it stays: only another event makes it look again.
        const { verdict } = summary ?? {};
        if (verdict === 'stays' || verdict === 'waits') this.#queued.delete(uid);
      },
    });
    this.#judging = new Judging(this.#judged, options.slice);
  }

  /** The records as they were last judged. */
  get records(): Records & Pick<GraphRecords, 'nodes'> {
    return this.#records;
  }

  /** Whether the many objects of the first lists are not judged yet. */
  get isCatchingUp(): boolean {
    return this.#isCatchingUp;
  }

  get isLive(): boolean {
    return this.#health.isLive;
  }

  get health(): ClusterHealth {
    return this.#health.current;
  }

  /** From now on verdicts and forecasts are those of this release's collector; until it is called, of the newest. */
  follow(release: Release): void {
    if (this.#release.release === release) return;
    this.#release = RELEASES[release];
    this.#judgeAll = true;
    this.#scheduleHealth();
  }

  changes(resource: MonitoredResource, batch: readonly GraphChange[]): void {
    const key = groupResource(resource);
    this.#isInitialList = !this.#health.wasRead(key);
    if (this.#isInitialList) this.#listed = this.#options.clock.now();
    for (const change of batch) {
      const { namespace, name, uid } = change.identity;
      if (change.type === 'DELETED') {
        this.names.delete(key, namespace, name, uid);
        this.#deletions.forget(change.identity);
      } else {
        this.names.set(key, namespace, name, uid);
        this.#leftBehind.forget(uid);
      }
    }
    for (const change of batch) this.#process(change);
    this.#isInitialList = false;
    this.#updates.schedule();
  }

  objects(resource: MonitoredResource): GraphObjects {
    return new GraphObjects(this.graph, this.names, groupResource(resource));
  }

  observed(resource: MonitoredResource, resourceVersion: string): void {
    if (this.#proofs.observed(groupResource(resource), resourceVersion)) this.#updates.schedule();
  }

  left(resource: MonitoredResource, batch: readonly GraphChange[]): void {
    const key = groupResource(resource);
    const isServed = this.#health.of(key) !== undefined;
    const gone = batch.filter((change) => {
      const { namespace, name, uid } = change.identity;
      this.names.delete(key, namespace, name, uid);
      // What another group serves as well stays as it was observed first, as in the collector.
      if (this.names.isBorne(namespace, name, uid)) return false;
      return isServed || !this.#leftBehind.keeps(key, change);
    });
    for (const { identity } of gone) this.#outOfSight.add(identity.uid);
    this.changes(resource, gone);
  }

  retired(resource: MonitoredResource): void {
    this.#health.forget(groupResource(resource));
    this.#judgeAnew.add(kindKey(resource.group, resource.kind));
    this.#scheduleHealth();
  }

  kindHealth(health: KindHealth): void {
    const { group, version, kind, resource } = health;
    const whole = resource === '*';
    const flipped = this.#health.setKind(health);
    if (whole) {
      const apiVersion = formatApiVersion(group, version);
      if (this.served.setDiscovered(apiVersion, health.state === 'synced')) this.#judgeAll = true;
    } else if (flipped) {
      this.#judgeAnew.add(kindKey(group, kind));
      if (health.state === 'synced') {
        for (const change of this.#leftBehind.served(groupResource(health))) this.#process(change);
      }
    }
    this.#scheduleHealth();
  }

  resources(served: readonly ApiResource[]): void {
    this.served.replace(served);
    this.#health.setDiscovered();
    this.#judgeAll = true;
    this.#scheduleHealth();
  }

  reachable(reach: Reach, message?: string): void {
    this.#health.setReachable(reach, message);
    this.#scheduleHealth();
  }

  /** Notes what a Namespace in deletion says beside its metadata. */
  learnNamespace(node: GraphNode, status: NamespaceStatus): void {
    if (!this.#deletions.learn(node.name, status)) return;
    this.graph.touch(node);
    this.#updates.schedule();
  }

  /** Does what is due now, instead of waiting for the tick, unless that takes long. */
  flush(): void {
    if (!this.#isCatchingUp && !this.#judging.isFarBehind) this.settle();
  }

  /** Does all that is due, however long it takes. */
  settle(): void {
    this.#isSettling = true;
    do this.#updates.flush();
    while (this.#judging.isBehind);
    this.#isSettling = false;
  }

  /** Nothing happens by itself afterwards. */
  stop(): void {
    this.#updates.stop();
    this.#deletions.stop();
  }

  #enqueue(node: GraphNode): void {
    if (this.#isInitialList) return;
    this.#queued.add(node.uid);
    if (node.deletingDependents) this.#waitingOwners.add(node);
    this.graph.touch(node);
  }

  /** MO-13: what is no longer served blocks an owner all the same. */
  #reviewLeftBehind(): void {
    for (const change of this.#leftBehind.due()) {
      if (change.type === 'DELETED') this.#outOfSight.add(change.identity.uid);
      this.#process(change);
    }
  }

  /** FG-02: an owner that waits is looked at by looking at the dependents that block it. */
  #lookAtBlockers(): void {
    for (const owner of this.#waitingOwners) {
      for (const dependent of owner.blockingDependents()) {
        if (!dependent.deletingDependents) this.#enqueue(dependent);
      }
    }
    this.#waitingOwners.clear();
  }

  #scheduleHealth(): void {
    this.#healthChanged = true;
    this.#updates.schedule();
  }

  #process(change: GraphChange): void {
    this.#records.keep(change.identity.uid);
    this.#builder.processGraphChange(change);
  }

  #bringUpToDate(): void {
    this.#health.review(!this.#isCatchingUp);
    this.#reviewLeftBehind();
    this.#lookAtBlockers();
    this.#collect();
    if (this.#awaitsLists()) {
      if (!this.#isCatchingUp) this.#judged.touchAll();
      this.#isCatchingUp = true;
      this.#updates.scheduleIn(QUIET);
    } else {
      this.#publish(this.#judging.judgeSlice());
      if (this.#judging.isBehind) this.#updates.goOn();
    }
    if (!this.#healthChanged) return;
    this.#healthChanged = false;
    this.#options.onHealth();
  }

  /** What many first lists bring is judged once: before the owners of an object are read, its verdict says nothing. */
  #awaitsLists(): boolean {
    if (this.#isSettling || !this.#health.isListing || this.graph.size < MANY) return false;
    const isFirst = this.#isCatchingUp || this.#health.current.state === 'syncing';
    return isFirst && this.#options.clock.now() - this.#listed < QUIET;
  }

  #publish({ delta, before }: Judged): void {
    for (const uid of delta.removes) {
      this.#queued.delete(uid);
      this.#proofs.forget(uid);
    }
    const wasCatchingUp = this.#isCatchingUp;
    if (!this.#judging.isBehind) this.#isCatchingUp = false;
    const known = new Map([...before].filter(([uid]) => !this.#outOfSight.has(uid)));
    if (!this.#judging.isBehind) this.#outOfSight.clear();
    const isEnd = wasCatchingUp && !this.#isCatchingUp;
    if (isEnd) this.#health.review(true);
    const changed = delta.upserts.length + delta.removes.length > 0;
    if (changed || isEnd) this.#options.onDelta(delta, known);
    const { nextTurn = () => Number.POSITIVE_INFINITY } = this.#options;
    this.#deletions.wakeAt(Math.min(this.#judged.nextTurn, nextTurn()));
  }

  #collect(): void {
    const touched = this.#takeTouched();
    this.#judging.add(touched, touched.length);
    const observed = this.#proofs.takeObserved();
    this.#judging.add(observed, observed.length);
    this.#judgeDependents();
  }

  /** What changed since the last tick; ghosts that no reference names any more leave the graph on the way. */
  #takeTouched(): Uid[] {
    const touched = this.graph.takeTouched();
    for (const uid of touched) {
      const owners = [
        ...(this.graph.get(uid)?.owners ?? []),
        ...(this.#records.get(uid)?.owners ?? []),
      ];
      for (const owner of [uid, ...owners.map((each) => each.uid)]) {
        const ghost = this.graph.get(owner);
        if (!ghost?.virtual || ghost.dependents.size > 0) continue;
        this.#process({ type: 'DELETED', identity: ghost.identity, virtual: true });
      }
    }
    return [...touched, ...this.graph.takeTouched()];
  }

  /** Judges the nodes anew whose verdict rests on a kind that became readable or unreadable, or on discovery. */
  #judgeDependents(): void {
    const kinds = new Set(this.#judgeAnew);
    const all = this.#judgeAll;
    this.#judgeAnew.clear();
    this.#judgeAll = false;
    if (!all && kinds.size === 0) return;
    const nodes = this.graph.nodes();
    this.#judging.add(dependingOnKinds(nodes, all ? 'all' : kinds), this.graph.size);
  }
}
