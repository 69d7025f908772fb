import type { Encoding } from './api-answer.ts';
import { JsonListDecoder, JsonWatchDecoder } from './decode-json.ts';
import { ProtobufListDecoder, ProtobufWatchDecoder } from './decode-protobuf.ts';
import type { ListDecoder, WatchDecoder } from './decoded.ts';

/** Metadata of one object, or of each in a watch. A type without parameters would allow whole objects. */
export const OBJECT_ACCEPT: string = acceptMetadata('PartialObjectMetadata');
export const LIST_ACCEPT: string = acceptMetadata('PartialObjectMetadataList');

/** The most wanted type first. Servers that cannot leave managedFields out ignore the wish. */
function acceptMetadata(kind: string): string {
  return ['vnd.kubernetes.protobuf', 'json']
    .map((type) => `application/${type};as=${kind};g=meta.k8s.io;v=v1;drop=metadata.managedFields`)
    .join(', ');
}

/** Decodes a list in the encoding that the server chose. */
export function listDecoder(encoding: Encoding, withLabels: boolean): ListDecoder {
  return encoding === 'protobuf'
    ? new ProtobufListDecoder(withLabels)
    : new JsonListDecoder(withLabels);
}

/** Decodes a watch in the encoding that the server chose. */
export function watchDecoder(encoding: Encoding): WatchDecoder {
  return encoding === 'protobuf' ? new ProtobufWatchDecoder() : new JsonWatchDecoder();
}
