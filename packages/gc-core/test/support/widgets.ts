/** The custom resource of tests that need one. */
export const WIDGETS = {
  group: 'gc.example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
  custom: true,
};
