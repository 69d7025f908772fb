import { type Fields, fieldsOf, textOf, textsOf } from '../answers/decode-meta.ts';
import { ClusterConfigError, type ClusterFlags } from './connection.ts';

interface Impersonation {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid: string;
  readonly extra: Fields;
}

/** The headers of `--as` and `--as-group`, or else of the kubeconfig's user: name, groups, uid and extra. Throws `ClusterConfigError`. */
export function impersonationHeaders(
  flags: ClusterFlags,
  user: Fields,
): ReadonlyMap<string, string | readonly string[]> {
  const headers = new Map<string, string | readonly string[]>();
  const { name, groups, uid, extra } = impersonationOf(flags, user);
  if (name !== '') headers.set('impersonate-user', name);
  if (groups.length > 0) headers.set('impersonate-group', groups);
  if (uid !== '') headers.set('impersonate-uid', uid);
  for (const [key, values] of Object.entries(extra)) {
    headers.set(`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`, textsOf(values));
  }
  if (headers.size > 0 && name === '') {
    throw new ClusterConfigError(
      'You can impersonate groups only together with a user: also give --as.',
    );
  }
  // Anything else cannot be sent in a header.
  if ([...headers.values()].flat().some((value) => !/^[\x20-\x7e]*$/.test(value))) {
    throw new ClusterConfigError(
      'The impersonated user, groups and extra values must be printable ASCII.',
    );
  }
  return headers;
}

function impersonationOf(flags: ClusterFlags, user: Fields): Impersonation {
  if (flags.as !== undefined || flags.asGroup !== undefined) {
    return { name: flags.as ?? '', groups: flags.asGroup ?? [], uid: '', extra: {} };
  }
  return {
    name: textOf(user.as),
    groups: textsOf(user['as-groups']),
    uid: textOf(user['as-uid']),
    extra: fieldsOf(user['as-user-extra']) ?? {},
  };
}
