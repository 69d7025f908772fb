import { systemClock } from '../base/clock.ts';
import type { NodeSource } from '../node-source/node-source.ts';
import { namedByProxy } from '../routes/proxy-identity.ts';
import type { SignIn } from '../routes/sign-in.ts';
import { OidcProvider } from '../sharing/oidc-provider.ts';
import { Reviewer } from '../sharing/reviewer.ts';
import { Sessions } from '../sharing/sessions.ts';
import type { SharingConfig, SignInConfig } from '../sharing/sign-in-config.ts';
import { View } from '../sharing/view.ts';
import { Viewers } from '../sharing/viewers.ts';
import { Views } from '../sharing/views.ts';
import type { OpenCluster } from './cluster-source.ts';

/** Opens the cluster to people who sign in. */
export function openSignIn(
  config: SignInConfig,
  { trustedProxies }: Pick<SharingConfig, 'trustedProxies'>,
  opened: OpenCluster,
  nodes: readonly NodeSource[],
): SignIn {
  const { cluster, sources, sharing } = opened;
  if (!sharing) throw new Error('a cluster that is not shared has no views');
  const { relay, reviews, newLabelReader } = sharing;
  const whole = new View(cluster, sources);
  const views = new Views({ whole, relay, newLabelReader });
  const reviewer = new Reviewer(reviews);
  const viewers = new Viewers({ clock: systemClock, whole, views, reviewer, nodes }, relay);
  return {
    mode: config.mode,
    viewers,
    reviewer,
    sessions: new Sessions(systemClock),
    provider: config.mode === 'oidc' ? new OidcProvider(config) : undefined,
    named: config.mode === 'proxy' ? namedByProxy(config, trustedProxies) : undefined,
  };
}
