import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './run-step.ts';

/** The file beside a build that lists the packages in it. */
export const SBOM_FILE = 'sbom.cdx.json';

/** The file with the licences of these packages. Vite writes it, without those that only workers use. */
export const LICENSES_FILE = 'LICENSES.md';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Collects the packages of a build and of its workers, and writes them and their licences beside it. */
export interface SbomPlugins {
  readonly build: Plugin;
  /** For the workers of the same build: they are bundled first, each by itself. */
  readonly worker: () => Plugin;
}

/**
 * Makes a build write its bill of materials, in CycloneDX 1.6: every package of which a module is in the result, and no
 * other. The same build writes the same file.
 */
export function sbom(): SbomPlugins {
  const folders = new Set<string>();
  const ofWorkers = new Set<string>();
  return {
    worker: () => ({
      name: 'gcscope:sbom-worker',
      generateBundle(_, bundle) {
        for (const folder of foldersOf(bundle)) ofWorkers.add(folder);
      },
    }),
    build: {
      name: 'gcscope:sbom',
      apply: 'build',
      // After Vite has written the licences.
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          for (const folder of foldersOf(bundle)) folders.add(folder);
          const onlyOfWorkers = [...ofWorkers].filter((folder) => !folders.has(folder));
          const all = [...folders, ...onlyOfWorkers].map(manifestIn);
          const source = `${JSON.stringify(bomOf(all), undefined, 1)}\n`;
          this.emitFile({ type: 'asset', fileName: SBOM_FILE, source });
          const licences = bundle[LICENSES_FILE];
          if (licences?.type === 'asset') licences.source += onlyOfWorkers.map(licenceIn).join('');
        },
      },
    },
  };
}

function foldersOf(bundle: object): readonly string[] {
  return Object.values(bundle)
    .flatMap((output: { readonly moduleIds?: string[] }) => output.moduleIds ?? [])
    .flatMap((id) => packageFolder(id) ?? []);
}

/** Where the package of a module lies; undefined for our own modules, and for those that a bundler makes up. */
function packageFolder(id: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/@]+)\/[^/]/.exec(id)?.[1];
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The licence of a package, as Vite writes those of the pages. */
function licenceIn(folder: string): string {
  const { name, version, license } = manifestIn(folder);
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return `\n## ${name} - ${version}${license === undefined ? '' : ` (${license})`}\n${text}`;
}

function bomOf(packages: readonly Manifest[]): object {
  const components = new Map(
    packages.map((each) => [purlOf(each), componentOf(each, 'library')] as const),
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf(manifestIn(ROOT), 'application') },
    components: [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each),
  };
}

function componentOf(manifest: Manifest, type: 'application' | 'library'): object {
  const { name, version, license } = manifest;
  const purl = purlOf(manifest);
  const [scope, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type,
    'bom-ref': purl,
    ...(scope === undefined ? {} : { group: scope }),
    name: bare,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
  };
}

/** One licence has an id of SPDX; several are an expression. */
function licenseOf(license: string): object {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license };
}

function purlOf({ name, version }: Manifest): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
