import { Command, CommanderError } from 'commander';
import { ClusterConfigError, ClusterUnreachableError } from '../cluster/connection.ts';
import { ConfigError, readServeConfig, type ServeFlags } from '../config.ts';
import {
  addClusterOptions,
  type ClusterOptionValues,
  clusterInput,
  saysNothing,
  splitEmbedded,
} from './cluster-options.ts';
import { CommandError, EXIT, type ExitCode } from './exit-codes.ts';
import { startServer } from './serve.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line (without the program's own name) and resolves with its exit code. Never rejects. */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const program = createProgram(terminal);
  try {
    await program.parseAsync(splitEmbedded(words), { from: 'user' });
    return EXIT.answered;
  } catch (error) {
    return tellError(error, terminal);
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('gcscope')
    .description('A Kubernetes cluster the way its garbage collector sees it.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(gcscope --help shows what there is)');
  addServe(program, terminal);
  return program;
}

function addServe(program: Command, terminal: Terminal): void {
  const serve = program
    .command('serve', { isDefault: true })
    .description('serve the browser dashboard (the default command)')
    .option('--host <address>', 'loopback address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on; 0: any free one (default: 7070)')
    .option('--public-url <url>', 'address of the proxy through which people come')
    .option('--open-browser', 'open the page in a browser')
    .option('--no-secrets', 'leave Secrets out; they count as not verified');
  addClusterOptions(serve)
    .addHelpText(
      'after',
      '\nExample:\n  gcscope serve --context production --port 8080 --open-browser',
    )
    .action(async (values: ServeFlags & ClusterOptionValues) => {
      const config = readServeConfig(values, terminal.env);
      const options = { config, input: clusterInput(values), orEmbedded: saysNothing(values) };
      const server = await startServer(options, terminal);
      await aborted(terminal.stop);
      await server.close();
    });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** One clear sentence, and the code that scripts go by. */
function tellError(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.answered : EXIT.usage;
  if (error instanceof CommandError) {
    terminal.err(`${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof ConfigError || error instanceof ClusterConfigError) {
    terminal.err(`${error.message}\n`);
    return EXIT.usage;
  }
  if (error instanceof ClusterUnreachableError) {
    terminal.err(`${error.message}\n`);
    return EXIT.unreachable;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.err(`gcscope failed: ${text}\n`);
  return EXIT.no;
}
