import {
  type ApiResource,
  DEFAULT_RELEASE,
  formatApiVersion,
  formatTimestamp,
  Graph,
  GraphBuilder,
  type GraphChange,
  type GraphNode,
  groupResource,
  type JudgedDelta,
  RELEASES,
  type Records,
  ReferenceCache,
  type Release,
  type ReleaseProfile,
  sameIdentity,
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
import type { Clock } from '../base/clock.ts';
import type { ClusterObserver, Reach } from '../cluster/monitors/cluster-observer.ts';
import type { MonitoredResource } from '../cluster/reflect/monitored-resource.ts';
import { AbsenceProofs } from './absence-proofs.ts';
import { AskedOwners } from './asked-owners.ts';
import { HealthBook } from './cluster-health.ts';
import { CollectorQueue } from './collector-queue.ts';
import { DeletionWatch } from './deletion-watch.ts';
import { FirstLists, QUIET } from './first-lists.ts';
import { GraphObjects } from './graph-objects.ts';
import { GraphRecords } from './graph-records.ts';
import { Judging } from './judging.ts';
import { LeftBehind } from './left-behind.ts';
import { type LiveView, liveView } from './live-view.ts';
import { NameIndex } from './name-index.ts';
import { RemovedOwners } from './removed-owners.ts';
import { ServedKinds } from './served-kinds.ts';
import { Throttle } from './throttle.ts';

/** Options of a live graph. */
export interface LiveGraphOptions {
  readonly clock: Clock;
  /** The arguments that make kubectl choose this cluster, as in `ClusterInfo`. */
  readonly kubectl?: readonly string[] | undefined;
  /**
   * Called once per tick that changed something, with the records before the change. If not `isWhole`, the delta leaves out
   * objects whose first verdict is a plain *stays*. The `bereft` lost one of several owners, which need not show in their records.
   */
  readonly onDelta: (
    delta: GraphDelta,
    before: ReadonlyMap<Uid, NodeRecord>,
    isWhole: boolean,
    bereft: readonly NodeRecord[],
  ) => void;
  /** Called at the end of each tick. Returns when the next tick is due even if nothing changes. */
  readonly nextTurn?: () => Millis;
  /** Called at the end of a tick if the health has changed since the last one. */
  readonly onHealth: () => void;
  /** Nodes that are judged in one go. */
  readonly slice?: number | undefined;
  /** First lists of fewer objects are judged as they come. */
  readonly many?: number | undefined;
}

/**
 * The collector's graph of a cluster as its watch events show it, with the current verdict on each object. No worker
 * runs. So an object leaves the graph only by its own watch event, and an owner that was never observed stays as a virtual
 * node while a reference names it.
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
  readonly #judging: Judging;
  readonly #queue = new CollectorQueue(this.graph);
  /** Objects that leave the graph in this tick because they are out of sight; whether they are removed is unknown. */
  readonly #outOfSight = new Set<Uid>();
  readonly #leftBehind = new LeftBehind(this.graph);
  readonly #removed = new RemovedOwners();
  #isSettling = false;
  #release: ReleaseProfile = RELEASES[DEFAULT_RELEASE];
  #healthChanged = false;
  readonly #firstLists: FirstLists;

  constructor(options: LiveGraphOptions) {
    this.#options = options;
    this.#firstLists = new FirstLists(options.many);
    this.askedOwners = new AskedOwners(options.clock);
    this.#health = new HealthBook(options.clock, (key) => this.names.count(key));
    this.#updates = new Throttle(options.clock, () => this.#bringUpToDate());
    this.#deletions = new DeletionWatch(options.clock, this.served, this.#updates);
    // The graph keeps all information, also what an older collector did not know.
    const release = RELEASES[DEFAULT_RELEASE];
    const enqueue = (node: GraphNode): void => this.#queue.add(node);
    this.#builder = new GraphBuilder({
      release,
      graph: this.graph,
      absentOwnerCache: new ReferenceCache(release.absentOwnerCacheSize),
      attemptToDelete: { add: enqueue, addRateLimited: enqueue },
      // Here nothing is orphaned; the finalizer of an owner already says that it is being orphaned.
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
      leftBehind: this.#leftBehind,
      release: () => this.#release,
      isQueued: (uid) => this.#queue.has(uid),
      removed: (owner, dependent) => this.#removed.get(owner, dependent),
    });
    this.#records = new GraphRecords(this.graph);
    this.#judging = new Judging({
      graph: this.graph,
      view: this.view,
      records: this.#records,
      proofs: this.#proofs,
      queue: this.#queue,
      process: (change) => this.#process(change),
      since: formatTimestamp(options.clock.now()),
      slice: options.slice,
    });
  }

  /** The records with their last verdicts. */
  get records(): Records & Pick<GraphRecords, 'nodes' | 'recordOf'> {
    return this.#records;
  }

  /** Whether the many objects of the first lists are not judged yet. */
  get isCatchingUp(): boolean {
    return this.#firstLists.isCatchingUp;
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
    this.#judging.doubtAll();
    this.#scheduleHealth();
  }

  changes(resource: MonitoredResource, batch: readonly GraphChange[]): void {
    const key = groupResource(resource);
    const isInitialList = !this.#health.wasRead(key);
    if (isInitialList) this.#firstLists.brought(this.#options.clock.now());
    this.#queue.isPaused = isInitialList;
    for (const change of batch) {
      this.#takeName(key, change);
      this.#process(change);
    }
    this.#queue.isPaused = false;
    this.#updates.schedule();
  }

  #takeName(key: string, { type, identity }: GraphChange): void {
    const { namespace, name, uid } = identity;
    if (type === 'DELETED') {
      this.names.delete(key, namespace, name, uid);
      this.#deletions.forget(identity);
      return;
    }
    const node = this.graph.get(uid);
    // In most events, the object is known and has its name already.
    const isBorne = node && !node.virtual && sameIdentity(node, identity);
    if (isBorne && this.names.areBorne(key)) return;
    // An object whose end was not observed is judged by its name (AD-07).
    const former = this.graph.get(this.names.set(key, namespace, name, uid) ?? '');
    if (former) this.graph.touch(former);
    this.#leftBehind.forget(uid);
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
    this.#dispute(resource);
    const gone = batch.filter((change) => {
      const { namespace, name, uid } = change.identity;
      this.names.delete(key, namespace, name, uid);
      // An object that two groups serve stays as it was observed first, as in the collector.
      if (this.names.isBorne(namespace, name, uid)) return false;
      return isServed || !this.#leftBehind.keeps(key, change);
    });
    for (const { identity } of gone) this.#outOfSight.add(identity.uid);
    this.changes(resource, gone);
  }

  /** Objects of the kind may stay without a name, and be looked for under another resource that serves the kind by now. */
  #dispute(resource: MonitoredResource): void {
    this.names.dispute(groupResource(resource));
    const apiVersion = formatApiVersion(resource.group, resource.version);
    const meant = this.served.mapping(apiVersion, resource.kind);
    if (typeof meant !== 'string') this.names.dispute(groupResource(meant));
  }

  retired(resource: MonitoredResource): void {
    this.#health.forget(groupResource(resource));
    this.#judging.doubtKind(resource.group, resource.kind);
    this.#scheduleHealth();
  }

  kindHealth(health: KindHealth): void {
    const { group, version, kind, resource } = health;
    const whole = resource === '*';
    const flipped = this.#health.setKind(health);
    if (whole) {
      const apiVersion = formatApiVersion(group, version);
      if (this.served.setDiscovered(apiVersion, health.state === 'synced'))
        this.#judging.doubtAll();
    } else if (flipped) {
      this.#judging.doubtKind(group, kind);
      if (health.state === 'synced') {
        for (const change of this.#leftBehind.served(groupResource(health))) this.#process(change);
      }
    }
    this.#scheduleHealth();
  }

  resources(served: readonly ApiResource[]): void {
    this.served.replace(served);
    for (const each of this.served.ambiguous) this.names.dispute(groupResource(each));
    this.#health.setDiscovered();
    this.#judging.doubtAll();
    this.#scheduleHealth();
  }

  reachable(reach: Reach, message?: string): void {
    this.#health.setReachable(reach, message);
    this.#scheduleHealth();
  }

  /** Notes what an object says beside its metadata, for deletions that wait for it; true if that is news. */
  learnStatus(node: GraphNode, status: NamespaceStatus): boolean {
    const isNews = this.#deletions.learn(node.identity, status);
    if (isNews) {
      this.graph.touch(node);
      this.#updates.schedule();
    }
    return isNews;
  }

  /** Time since the first of the changes that are being published. */
  get changesAge(): Millis {
    return this.#updates.age;
  }

  /** Does what is due now, instead of waiting for the tick, unless that takes long. */
  flush(): void {
    if (!this.isCatchingUp && !this.#judging.isFarBehind) this.settle();
  }

  /** Does all that is due, however long it takes. */
  settle(): void {
    this.#isSettling = true;
    do this.#updates.flush();
    while (this.#judging.isBehind);
    this.#isSettling = false;
  }

  /** Stops all timers: nothing happens by itself afterwards. */
  stop(): void {
    this.#updates.stop();
    this.#deletions.stop();
  }

  /** MO-13: what is no longer served blocks an owner all the same. */
  #reviewLeftBehind(): void {
    for (const change of this.#leftBehind.due()) {
      if (change.type === 'DELETED') this.#outOfSight.add(change.identity.uid);
      this.#process(change);
    }
  }

  #scheduleHealth(): void {
    this.#healthChanged = true;
    this.#updates.schedule();
  }

  #process(change: GraphChange): void {
    const { type, identity, meta } = change;
    const node = this.graph.get(identity.uid);
    const isUpdate = node && meta && type === 'MODIFIED' && !node.virtual;
    if (isUpdate && this.graph.takeHeartbeat(node, meta)) return;
    if (node) this.#records.keep(node);
    if (node && type === 'DELETED' && !this.#outOfSight.has(node.uid)) this.#removed.note(node);
    this.#builder.processGraphChange(change);
  }

  #bringUpToDate(): void {
    this.#health.review(false);
    this.#reviewLeftBehind();
    this.#queue.lookAtBlockers();
    const lists = this.#firstLists;
    const areAwaited =
      !this.#isSettling &&
      lists.areAwaited(this.#health, this.graph.size, this.#options.clock.now());
    if (lists.isAllDue) this.#judging.collectGone();
    else this.#judging.collect();
    if (areAwaited) this.#updates.scheduleIn(QUIET);
    else {
      if (lists.isAllDue) this.#judging.collectAll();
      lists.begun();
      this.#publish(this.#judging.judgeSlice());
      if (this.#judging.isBehind) this.#updates.goOn();
    }
    if (!this.#healthChanged) return;
    this.#healthChanged = false;
    this.#options.onHealth();
  }

  #publish({ delta, before }: JudgedDelta): void {
    let bereft: readonly NodeRecord[] = [];
    const wasCatchingUp = this.isCatchingUp;
    const known = new Map([...before].filter(([uid]) => !this.#outOfSight.has(uid)));
    if (!this.#judging.isBehind) {
      this.#firstLists.judged();
      this.#outOfSight.clear();
      bereft = this.#removed.takeBereft(this.#records);
      if (this.#health.review(true) || wasCatchingUp) this.#healthChanged = true;
    }
    const changed = delta.upserts.length + delta.removes.length + bereft.length > 0;
    // While it catches up, the delta leaves out what simply stays.
    if (changed || wasCatchingUp) this.#options.onDelta(delta, known, !wasCatchingUp, bereft);
    const { nextTurn = () => Number.POSITIVE_INFINITY } = this.#options;
    this.#deletions.wakeAt(Math.min(this.#judging.nextTurn, nextTurn()));
  }
}
