import { goQuote } from './go-quote.ts';
import { identityText, type ObjectReference } from './object-reference.ts';

/** The one Kubernetes Event the collector reports (EV-01). */
export interface WarningEvent {
  readonly type: 'Warning';
  readonly reason: 'OwnerRefInvalidNamespace';
  readonly message: string;
  /** The object that the Event is about: the dependent (EV-03). */
  readonly involvedObject: ObjectReference;
}

/** The Event on `dependent` about its reference to `owner`, an identity in the dependent's namespace (EV-02). */
export function ownerRefInvalidNamespace(
  dependent: ObjectReference,
  owner: ObjectReference,
): WarningEvent {
  return {
    type: 'Warning',
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef ${identityText(owner)} does not exist in namespace ${goQuote(dependent.namespace)}`,
    involvedObject: dependent,
  };
}
