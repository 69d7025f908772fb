export { formatBytes, sizeOf } from '../meta/byte-size.ts';
export {
  FOREGROUND_FINALIZER,
  isCollectorFinalizer,
  ORPHAN_FINALIZER,
} from '../meta/finalizers.ts';
export { counted, formatCount } from '../meta/format-count.ts';
export { groupBy } from '../meta/group-by.ts';
export { joined } from '../meta/joined.ts';
export {
  type DecisionNote,
  decisiveKeep,
  describeNotes,
  describeReason,
  ITEM_WORDS,
  type ItemType,
  POD_STATE_WORDS,
  podName,
  type ReasonCode,
  shortReason,
} from '../meta/kubelet-decision.ts';
export type { ApiObject, Millis, Seconds, Timestamp, WatchEventType } from '../meta/object-meta.ts';
export { formatTimestamp, parseTimestamp } from '../meta/object-meta.ts';
export type { ObjectReference, OwnerReference, Uid } from '../meta/object-reference.ts';
export { isBlocking, parseApiVersion } from '../meta/object-reference.ts';
export { pluralOf } from '../meta/plural-of.ts';
export type { PropagationPolicy } from '../meta/propagation-policy.ts';
export { PROPAGATION_POLICIES } from '../meta/propagation-policy.ts';
export type { Release } from '../meta/releases.ts';
export {
  code,
  isSentence,
  joinSentences,
  type NamedInSentence,
  plainText,
  rule,
  type Sentence,
  type SentencePart,
  say,
  sentenceOf,
} from '../meta/sentence.ts';
export { compare } from '../meta/sorted-by.ts';
export { parseTimeSpan } from '../meta/time-span.ts';
export { visibleText } from '../meta/visible-text.ts';
export {
  ACTIVITY_TYPES,
  type Activity,
  type ActivityEntry,
  type ActivityType,
  DELETERS,
  type DeletedBy,
  type Deletions,
} from './activity.ts';
// Types that nobody imports have their names in the server's openapi.yaml.
export type { AuditReport, AuditRule, Finding, FindingFilter, Patch, Severity } from './audit.ts';
export {
  AUDIT_RULES,
  AUDIT_WORDS,
  countObjects,
  describeFindings,
  filterFindings,
  isReferenceFinding,
  SEVERITIES,
} from './audit.ts';
export {
  type AlikeCauses,
  alikeCauses,
  alikeKey,
  causeKey,
  causesOf,
  describeAlike,
  finalizerOf,
  type SharedCause,
} from './causes.ts';
export {
  describeAwaited,
  describeBlocked,
  describeOpenEnd,
  describeUnverified,
  describeWait,
  mayWait,
} from './describe-awaited.ts';
export {
  describeOrder,
  describeOrderIn,
  describeOutcomes,
  mostAboutOrder,
} from './describe-order.ts';
export {
  ALREADY_DELETED,
  countedWays,
  KEPT_RULES,
  LEFT_ALONE_RULES,
  WAY_NAMES,
  WORST_FIRST,
} from './describe-ways.ts';
export { endOfSurvivor } from './end-of-survivor.ts';
export type { Aftermath, Explanation, GoneObject, ObjectDetails, Reason } from './explanation.ts';
export { furtherReasons } from './explanation.ts';
export type {
  Awaited,
  BlockedLine,
  Blocker,
  DeletedLine,
  Forecast,
  ForecastLine,
  ForecastOutcome,
  KeptLine,
  LeftAloneLine,
  OrphanedLine,
  PolicyForecast,
  RefusedLine,
  StorageLine,
  UnverifiedLine,
} from './forecast.ts';
export {
  type ForecastColumn,
  forecastColumns,
  linesOf,
  type Way,
  type WayLine,
} from './forecast-columns.ts';
export { formatAge } from './format-age.ts';
export type {
  ClusterHealth,
  ClusterInfo,
  CollectorDelay,
  Frame,
  KindHealth,
  KindState,
  PackedSnapshot,
  Snapshot,
  SnapshotIdentity,
  SnapshotStructure,
  StreamPosition,
} from './frames.ts';
export { isUnread, MOST_IN_ONE_PART, UNKNOWN_VERSION } from './frames.ts';
export type { GraphDelta } from './graph-delta.ts';
export { applyDelta } from './graph-delta.ts';
export {
  ABSENCES,
  absentIn,
  absentLists,
  DOCUMENT_VERSION,
  type GraphDocument,
  graphDocument,
  type PictureDocument,
  type SavedView,
} from './graph-document.ts';
export { aimKubectl, joinReads } from './kubectl-command.ts';
export {
  type AskedKinds,
  type LabelCount,
  type LabelCounts,
  type LabelMatches,
  labelRequirements,
  labelSelectorFault,
  type UnaskedKind,
} from './labels.ts';
export type {
  Absence,
  Mark,
  NodeRecord,
  ReferenceFinding,
  VerdictSummary,
  VerdictTime,
} from './node-record.ts';
export { hasWrongReference, markFrom, markOf, VERDICT_TIME_SENTENCES } from './node-record.ts';
export { type Column, NodePacker, packNodes, packWithOwners } from './pack-nodes.ts';
export { packedFault } from './packed-faults.ts';
export type {
  NodeIdentity,
  NodeStructure,
  PackedKind,
  PackedNodes,
  PackedTraits,
} from './packed-nodes.ts';
export {
  isPackedBlocking,
  isPackedController,
  ownerRow,
  REFERENCE_FLAGS,
  referenceOf,
} from './packed-nodes.ts';
export type {
  Action,
  Choice,
  Edit,
  Fork,
  JoinVerdict,
  Offers,
  Playback,
  PlaybackOptions,
  SceneSummary,
  TimedAction,
} from './playback.ts';
export { actionsBefore, isFirstEdit } from './playback.ts';
export { hasWords, nameRank, searchWords } from './search-words.ts';
export type { NodeList, Problem, ReadingSource, SessionState } from './server-answers.ts';
export { dependentsOf, staysBlocked } from './stays-blocked.ts';
export type { Actor, ObjectChange, QueueContents, Step, StepLogLine, StepRequest } from './step.ts';
export type {
  Advice,
  DeletionState,
  LeftContent,
  LeftObject,
  NamespaceCondition,
  NamespaceStatus,
  ReportedCause,
  RootCauseType,
  TerminatingObject,
  TerminatingReport,
} from './terminating.ts';
export {
  countTerminating,
  DELETION_STATES,
  DELETION_WORDS,
  describeTerminating,
  ROOT_CAUSE_TYPES,
} from './terminating.ts';
export { outlineNodes, unpackNodes } from './unpack-nodes.ts';
