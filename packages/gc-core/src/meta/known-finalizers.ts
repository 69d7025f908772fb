/** The controller that removes a finalizer, and the risk of removing it by hand. */
export interface FinalizerOwner {
  /** FN rule, or API-35 for an unknown name. */
  readonly rule: string;
  /** "kube-controller-manager removes it once no Pod uses the claim". */
  readonly removedBy: string;
  /** The risk of removing it by hand: a clause. */
  readonly risk: string;
  /** Whether its owner is there: part of Kubernetes or an API group of its domain is served; `unknown` while that cannot be told. */
  readonly handled: 'yes' | 'no' | 'unknown';
}

interface Known {
  readonly rule: string;
  readonly matches: RegExp;
  readonly removedBy: string;
  readonly risk: string;
  /** The product's API groups end with this; absent: part of Kubernetes, or a product without API group of its own. */
  readonly domain?: string;
  /** A product that need not serve a group: nothing is concluded from its absence. */
  readonly external?: true;
}

/** FN-01 to FN-28: names change between versions of a product, so they are matched as loosely as is safe. */
const KNOWN: readonly Known[] = [
  known('FN-01', /^orphan$/, {
    removedBy: 'the collector removes it once all dependents have lost their reference',
    risk: 'dependents that still have their reference become garbage and are deleted',
  }),
  known('FN-02', /^foregroundDeletion$/, {
    removedBy: 'the collector removes it once no blocking dependent is left',
    risk: 'the owner goes first; its dependents are still deleted, in no order',
  }),
  known('FN-03', /^kubernetes$/, {
    removedBy: 'the namespace controller removes it once the namespace is empty',
    risk: 'the objects left in the namespace stay in etcd: they can be read and deleted, but changed only once a namespace of that name exists again',
  }),
  known('FN-04', /^customresourcecleanup\.apiextensions\.k8s\.io$/, {
    removedBy: 'the API server removes it after deleting all objects of the kind',
    risk: 'its objects stay in etcd, unreachable, and come back with a definition of that name',
  }),
  known('FN-05', /^kubernetes\.io\/pvc-protection$/, {
    removedBy: 'kube-controller-manager removes it once no Pod uses the claim',
    risk: 'the volume may be taken from a running Pod',
  }),
  known('FN-06', /^kubernetes\.io\/pv-protection$/, {
    removedBy: 'kube-controller-manager removes it once the volume is bound to no claim',
    risk: 'its claim is left Lost',
  }),
  known('FN-07', /^batch\.kubernetes\.io\/job-tracking$/, {
    removedBy: 'the Job controller removes it once the Pod is counted in the status of its Job',
    risk: 'the Pod is not counted: the Job runs a replacement or never completes',
  }),
  known('FN-08', /^service\.kubernetes\.io\/load-balancer-cleanup$/, {
    removedBy: 'the cloud service controller removes it once the load balancer is gone',
    risk: 'the load balancer stays and is billed',
  }),
  known('FN-09', /^external-attacher\//, {
    removedBy: 'the CSI external-attacher removes it once the volume is detached',
    risk: 'the volume stays attached to a node',
    external: true,
  }),
  known('FN-10', /^external-provisioner\.volume\.kubernetes\.io\/finalizer$/, {
    removedBy: 'the CSI external-provisioner removes it once the storage of the volume is deleted',
    risk: 'storage leaks',
    external: true,
  }),
  known('FN-11', /^kubernetes\.io\/pv-controller$/, {
    removedBy: 'kube-controller-manager removes it once the storage of the volume is deleted',
    risk: 'storage leaks',
  }),
  known('FN-12', /^snapshot\.storage\.kubernetes\.io\/volumesnapshotcontent-bound-protection$/, {
    removedBy: 'the snapshot controller removes it once its snapshot is gone',
    risk: 'the snapshot in the storage leaks',
    domain: 'snapshot.storage.k8s.io',
  }),
  known(
    'FN-13',
    /^snapshot\.storage\.kubernetes\.io\/(volumesnapshot-bound|volumesnapshot-as-source|pvc-as-source)-protection$/,
    {
      removedBy:
        'the snapshot controller removes it once its content is gone or the copy is finished',
      risk: 'half-made copies and lost content',
      domain: 'snapshot.storage.k8s.io',
    },
  ),
  known('FN-14', /^(resources|post-delete)-finalizer\.argocd\.argoproj\.io(\/|$)/, {
    removedBy:
      "Argo CD's application controller removes it after deleting the application's resources",
    risk: 'deployed resources stay, unmanaged',
    domain: 'argoproj.io',
  }),
  known('FN-15', /^finalizers\.fluxcd\.io$/, {
    removedBy: 'its Flux controller removes it after pruning or uninstalling',
    risk: 'deployed resources stay',
    domain: 'fluxcd.io',
  }),
  known('FN-16', /^finalizer\.managedresource\.crossplane\.io$/, {
    removedBy: 'its Crossplane provider removes it once the external resource is deleted',
    risk: 'the cloud resource stays and is billed',
    domain: 'crossplane.io',
  }),
  known('FN-17', /^(in-use|(finalizer|composite)\.apiextensions)\.crossplane\.io$/, {
    removedBy:
      'Crossplane removes it once nothing uses the object and its composed resources are gone',
    risk: 'credentials go before the resources that need them, which then stay in Terminating',
    domain: 'crossplane.io',
  }),
  known('FN-18', /^(finalizer\.acme\.cert-manager\.io|acme\.cert-manager\.io\/finalizer)$/, {
    removedBy: 'cert-manager removes it after cleaning up the DNS record or solver Pod',
    risk: 'the record or solver stays',
    domain: 'cert-manager.io',
  }),
  known('FN-19', /^istio-finalizer\.install\.istio\.io$/, {
    removedBy: "Istio's operator removes it after taking down the control plane",
    risk: 'the control plane stays',
    domain: 'install.istio.io',
  }),
  known('FN-20', /^restores\.velero\.io\/external-resources-finalizer$/, {
    removedBy: "Velero removes it after deleting the restore's data in object storage",
    risk: 'the data stays',
    domain: 'velero.io',
  }),
  known('FN-21', /^[\w-]+\.([\w-]+\.)?cluster\.x-k8s\.io$/, {
    removedBy: 'its Cluster API controller removes it once machines and infrastructure are gone',
    risk: 'machines stay and are billed',
    domain: 'cluster.x-k8s.io',
  }),
  known('FN-22', /^[\w-]+\.ceph\.rook\.io$/, {
    removedBy: "Rook's operator removes it once no dependent pool, filesystem or volume is left",
    risk: 'data loss, or leftovers on disks',
    domain: 'ceph.rook.io',
  }),
  known('FN-23', /^karpenter\.sh\/termination$/, {
    removedBy: 'Karpenter removes it after draining and ending the machine',
    risk: 'the machine keeps running',
    domain: 'karpenter.sh',
  }),
  known('FN-24', /^((elbv2|ingress|service)\.k8s\.aws\/resources|group\.ingress\.k8s\.aws\/.+)$/, {
    removedBy: 'the AWS load balancer controller removes it once the load balancer is gone',
    risk: 'the load balancer stays and is billed',
    domain: 'k8s.aws',
  }),
  known('FN-25', /^(tigera\.io\/operator-cleanup|operator\.tigera\.io\/.+)$/, {
    removedBy: "Tigera's operator removes it, part by part",
    risk: 'the network is torn down in the wrong order',
    domain: 'tigera.io',
  }),
  known('FN-26', /^(wrangler\.cattle\.io\/.+|controller\.cattle\.io\/namespace-auth)$/, {
    removedBy: 'Rancher removes it; it stays behind when Rancher is uninstalled',
    risk: 'access rules stay',
    domain: 'cattle.io',
  }),
  known('FN-27', /^longhorn\.io$/, {
    removedBy: "Longhorn's manager removes it",
    risk: 'replicas stay on disks',
    domain: 'longhorn.io',
  }),
];

function known(rule: string, matches: RegExp, more: Omit<Known, 'rule' | 'matches'>): Known {
  return { rule, matches, ...more };
}

/**
 * The controller that removes a finalizer, by the finalizer's name (FN-01 to FN-28). `groups` are the served API groups;
 * without them, it is unknown whether a product is installed.
 */
export function finalizerOwner(
  finalizer: string,
  groups: ReadonlySet<string> | undefined,
): FinalizerOwner {
  const entry = KNOWN.find(({ matches }) => matches.test(finalizer));
  if (entry) {
    const { rule, removedBy, risk, domain, external } = entry;
    const handled = external ? 'unknown' : domain === undefined ? 'yes' : isServed(domain, groups);
    return { rule, removedBy, risk, handled };
  }
  const domain = domainOf(finalizer);
  const rest = finalizer.slice(finalizer.indexOf('/') + 1);
  const isFramework = domain !== undefined && /finalizer/i.test(rest);
  return {
    rule: isFramework ? 'FN-28' : 'API-35',
    removedBy:
      domain === undefined
        ? 'the component that set it has to remove it; its name does not say which one'
        : `only the controller of ${finalizer.split('/', 1)} removes it`,
    risk: 'whatever its controller has not cleaned up stays behind',
    handled: domain === undefined ? 'unknown' : isServed(domain, groups),
  };
}

/** Two labels, as in `example.com`: a product's finalizers and groups share them. Kubernetes' own say nothing about a product. */
function domainOf(finalizer: string): string | undefined {
  const [host = ''] = finalizer.split('/');
  const labels = host.split('.');
  if (labels.length < 2) return undefined;
  const domain = labels.slice(-2).join('.');
  return domain === 'kubernetes.io' || domain === 'k8s.io' ? undefined : domain;
}

function isServed(
  domain: string,
  groups: ReadonlySet<string> | undefined,
): FinalizerOwner['handled'] {
  if (!groups) return 'unknown';
  for (const group of groups) {
    if (group === domain || group.endsWith(`.${domain}`)) return 'yes';
  }
  return 'no';
}
