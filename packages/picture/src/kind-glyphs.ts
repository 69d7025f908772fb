/** Lines in a 16 x 16 box, drawn round and 1.4 px wide without fill; by `group/Kind`. */
export const KIND_GLYPHS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // Workloads: circles that turn, stacks, boxes.
    '/Pod': 'M8 2l5.2 3v6L8 14l-5.2-3V5z M2.8 5 8 8l5.2-3 M8 8v6',
    'apps/Deployment': 'M13 8a5 5 0 1 1-1.7-3.8 M11.5 1.5v3h-3 M8 5.8v2.4l1.6 1.2',
    'apps/ReplicaSet': 'M2.5 5.5h8v8h-8z M5.5 5.5v-3h8v8h-3',
    'apps/StatefulSet':
      'M8 2c3 0 5 .8 5 2s-2 2-5 2-5-.8-5-2 2-2 5-2z M3 4v8c0 1.2 2 2 5 2s5-.8 5-2V4 M3 8c0 1.2 2 2 5 2s5-.8 5-2',
    'apps/DaemonSet':
      'M2 10.5h3.5V14H2z M6.3 10.5h3.4V14H6.3z M10.5 10.5H14V14h-3.5z M8 10.5V6 M3.7 10.5V8h8.6v2.5 M6 2.5h4V6H6z',
    'apps/ControllerRevision': 'M3 8a5 5 0 1 0 1.7-3.8 M4.5 1.5v3h3 M8 5.5V8l-1.6 1.3',
    '/ReplicationController': 'M2.5 5.5h8v8h-8z M5.5 5.5v-3h8v8h-3 M5 9.5h3',
    '/PodTemplate': 'M3 2h7l3 3v9H3z M8 6.5l2.5 1.4v2.7L8 12l-2.5-1.4V7.9z',
    'batch/Job': 'M2.5 5h11v8.5h-11z M6 5V2.8h4V5 M5.5 9.2l1.8 1.8 3.2-3.4',
    'batch/CronJob': 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2z M8 4.8V8l2.3 1.6',
    'autoscaling/HorizontalPodAutoscaler':
      'M5.5 5.5h5v5h-5z M4 8H1.5 M3 6.3 1.3 8 3 9.7 M12 8h2.5 M13 6.3 14.7 8 13 9.7',
    'policy/PodDisruptionBudget':
      'M8 1.8l5 1.9v3.8c0 3-2 5.2-5 6.7-3-1.5-5-3.7-5-6.7V3.7z M8 5v3.5 M8 10.8v.2',

    // Network: junctions, arrows, gates.
    '/Service':
      'M8 2.5v4 M8 6.5 3.5 11 M8 6.5l4.5 4.5 M6.5 2h3 M2 11h3v3H2z M11 11h3v3h-3z M8 6.5V11 M6.5 11h3v3h-3z',
    '/Endpoints': 'M2 8h6 M8 8l4-4 M8 8l4 4 M12.5 2.5h1.5v1.5 M12.5 13.5h1.5V12 M2 6.5v3',
    'discovery.k8s.io/EndpointSlice':
      'M2 8h5 M7 4v8 M7 4h4.5 M7 8h4.5 M7 12h4.5 M13 3.5v1 M13 7.5v1 M13 11.5v1',
    'networking.k8s.io/Ingress': 'M1.5 8H9 M6.5 5.5 9 8l-2.5 2.5 M10 2.5h3.5v11H10',
    'networking.k8s.io/IngressClass': 'M1.5 8h6 M5.5 6l2 2-2 2 M9 2.5h4.5v11H9 M11 6v4',
    'networking.k8s.io/NetworkPolicy':
      'M2 3.5h12v9H2z M2 6.5h12 M2 9.5h12 M6 3.5v3 M10 3.5v3 M8 6.5v3 M6 9.5v3 M10 9.5v3',

    // Configuration and identity.
    '/ConfigMap': 'M3 2h7l3 3v9H3z M10 2v3h3 M5.5 8h5 M5.5 10.8h3.5',
    '/Secret': 'M5.5 7a3 3 0 1 0 0 6 3 3 0 1 0 0-6z M7.7 8 13 2.7 M10.8 5l2 2',
    '/ServiceAccount':
      'M8 2.2a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 1 0 0-5.2z M3 13.8c0-3 2-4.6 5-4.6s5 1.6 5 4.6',
    'rbac.authorization.k8s.io/Role':
      'M8 2l5 2v4c0 3-2 4.8-5 6-3-1.2-5-3-5-6V4z M5.8 8l1.6 1.6 2.9-3.2',
    'rbac.authorization.k8s.io/ClusterRole':
      'M8 2l5 2v4c0 3-2 4.8-5 6-3-1.2-5-3-5-6V4z M8 5l.9 1.9 2 .2-1.5 1.4.4 2L8 9.5l-1.8 1 .4-2L5.1 7.1l2-.2z',
    'rbac.authorization.k8s.io/RoleBinding':
      'M6 2.5l4 1.5v3c0 2.2-1.6 3.6-4 4.5-2.4-.9-4-2.3-4-4.5V4z M10 12.5h4 M12 10.5v4',
    'rbac.authorization.k8s.io/ClusterRoleBinding':
      'M6 2.5l4 1.5v3c0 2.2-1.6 3.6-4 4.5-2.4-.9-4-2.3-4-4.5V4z M10 12.5h4 M12 10.5v4 M4.5 6.5h3',

    // Storage.
    '/PersistentVolumeClaim':
      'M2.5 9h11v4.5h-11z M4 9l1.5-5h5L12 9 M10.8 11.2h.4 M8 2v4 M6.5 4.7 8 6.2l1.5-1.5',
    '/PersistentVolume': 'M2.5 9h11v4.5h-11z M2.5 9l2-6h7l2 6 M10.8 11.2h.4 M5 11.2h3',
    'storage.k8s.io/StorageClass':
      'M2.5 2.5h11v3h-11z M2.5 6.5h11v3h-11z M2.5 10.5h11v3h-11z M11 4h.3 M11 8h.3 M11 12h.3',
    'storage.k8s.io/VolumeAttachment': 'M11.5 4.5v6a3.5 3.5 0 0 1-7 0v-6a2.2 2.2 0 0 1 4.4 0v5.7',
    'storage.k8s.io/CSINode': 'M2 3h12v7H2z M5.5 13.5h5 M8 10v3.5 M5 6.5h6',
    'storage.k8s.io/CSIDriver': 'M4 5.5h8v8H4z M6 5.5v-3 M10 5.5v-3 M7 9.5h2',

    // The cluster itself.
    '/Node': 'M2 3h12v4.5H2z M2 8.5h12V13H2z M4.5 5.2h.3 M4.5 10.7h.3 M8 5.2h4 M8 10.7h4',
    '/Namespace': 'M5 2H2v3 M11 2h3v3 M5 14H2v-3 M11 14h3v-3 M5.5 5.5h5v5h-5z',
    'coordination.k8s.io/Lease': 'M4 2h8v12H4z M6.5 5h3 M6.5 7.5h3 M6.5 11h1',
    '/Event': 'M9 1.8 3.5 9H8l-1 5.2L12.5 7H8z',
    '/ResourceQuota': 'M2.5 11.5a5.5 5.5 0 1 1 11 0 M8 11.5l2.6-3.6 M2 13.8h12',
    '/LimitRange': 'M2 5v6 M14 5v6 M2 8h12 M5 6.5v3 M8 6.5v3 M11 6.5v3',
    'scheduling.k8s.io/PriorityClass': 'M8 2v12 M4 6l4-4 4 4 M4 10.5l4-4 4 4',
    'apiextensions.k8s.io/CustomResourceDefinition':
      'M6 2.5H3v3.2L1.8 8 3 10.3v3.2h3 M10 2.5h3v3.2L14.2 8 13 10.3v3.2h-3 M8 6v4 M6 8h4',
    'apiregistration.k8s.io/APIService': 'M4.5 4 1.5 8l3 4 M11.5 4l3 4-3 4 M9.3 3 6.7 13',
    'admissionregistration.k8s.io/ValidatingWebhookConfiguration':
      'M2.5 2.5h11v11h-11z M5 8l2.2 2.2L11 6',
    'admissionregistration.k8s.io/MutatingWebhookConfiguration':
      'M2.5 13.5 10 6 M9 3.5l1-1 3.5 3.5-1 1z M4 3v3 M2.5 4.5h3',
  }),
);
