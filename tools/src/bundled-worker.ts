import { build, type Plugin, type Rolldown } from 'vite';

/** Serves each worker as one file, as the built program does: the hundreds of its source take a page two seconds. */
export function bundledWorkers(): Plugin {
  const bundles = new Map<string, Promise<string>>();
  return {
    name: 'bundled-workers',
    enforce: 'pre',
    load(id) {
      const [file = '', query = ''] = id.split('?');
      if (!query.includes('worker_file')) return undefined;
      const bundle = bundles.get(file) ?? bundled(file);
      bundles.set(file, bundle);
      return bundle;
    },
  };
}

async function bundled(file: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      rolldownOptions: { input: file, output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
