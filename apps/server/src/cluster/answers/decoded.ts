import type { ObjectMeta } from '@gcscope/gc-core';
import type { ApiFailure } from './api-answer.ts';

/** Bytes of the longest object that is decoded: etcd holds 1.5 MB, managedFields included. */
export const OBJECT_LIMIT = 4_194_304;

/** The annotation of the bookmark after the initial events of a watch. */
export const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/** Names and values of labels, in the order in which they came. */
export type Labels = readonly (readonly [name: string, value: string])[];

/** An object's metadata, or why it cannot be used; `key` is `<namespace>/<name>` as far as it was readable. */
export type DecodedObject =
  | {
      readonly type: 'object';
      readonly meta: ObjectMeta;
      /** Only if they were asked for. */
      readonly labels?: Labels;
    }
  | { readonly type: 'malformed'; readonly reason: string; readonly key: string }
  /** The server sent something else than metadata only. */
  | { readonly type: 'unsupported'; readonly message: string };

export type DecodedEvent =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: DecodedObject;
      /** Empty when it was not readable. */
      readonly resourceVersion: string;
    }
  | {
      readonly type: 'BOOKMARK';
      readonly resourceVersion: string;
      /** All that existed when the watch began has been sent. */
      readonly endsList?: true;
    }
  | { readonly type: 'ERROR'; readonly failure: ApiFailure }
  | { readonly type: 'undecodable'; readonly reason: string };

/** `mark`: what the bookmark says about the end of the initial events. */
export function bookmark(resourceVersion: string, mark: string | undefined): DecodedEvent {
  const event = { type: 'BOOKMARK', resourceVersion } as const;
  return mark === 'true' ? { ...event, endsList: true } : event;
}

/** A whole list after its last byte. */
export type ListEnd =
  | {
      readonly type: 'complete';
      readonly resourceVersion: string;
      readonly continue: string;
      /** Objects on later pages; servers do not always say. */
      readonly remaining?: number;
    }
  | ListFault;

export type ListFault =
  | { readonly type: 'undecodable'; readonly reason: string }
  | { readonly type: 'unsupported'; readonly message: string };

/**
 * Decodes one `PartialObjectMetadataList` as it arrives, so that the list is never in memory as a whole. Annotations and
 * managedFields never become strings.
 */
export interface ListDecoder {
  /** The objects that the chunk completes; none any more after something that is no metadata. The chunk is overwritten with zeros. */
  push(chunk: Uint8Array): Iterable<DecodedObject>;
  /** Whether the rest need not be read. */
  readonly failed: boolean;
  /** After the last chunk: whether the list is whole, and at which version. */
  end(): ListEnd;
}

/** Decodes a watch of `PartialObjectMetadata` as it arrives; never throws. An event that was cut off is never given out. */
export interface WatchDecoder {
  /** The events that the chunk completes; it is overwritten with zeros. After an undecodable one the rest means nothing. */
  push(chunk: Uint8Array): readonly DecodedEvent[];
}
