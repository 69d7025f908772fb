import { type Command, CommanderError, Command as Program } from 'commander';
import { aborted } from '../base/clock.ts';
import { VERSION } from '../base/version.ts';
import { answerFrom, type ReadOptionValues } from './answer-from.ts';
import {
  addClusterOptions,
  type ClusterOptionValues,
  clusterInput,
  collect,
  saysNothing,
  splitEmbedded,
} from './cluster-options.ts';
import { addCollect } from './collect-commands.ts';
import type { ServeFlags } from './config.ts';
import {
  CommandError,
  describeUnwritten,
  type End,
  EXIT,
  type ExitCode,
  isUnwritten,
} from './exit-codes.ts';
import type { GraphQuestion } from './graph.ts';
import { addInsight } from './insight-commands.ts';
import { addKubelet } from './kubelet-commands.ts';
import { textOf } from './lines.ts';
import { wholeNumber } from './option-values.ts';
import {
  addReadOptions,
  addTextOutput,
  example,
  formOf,
  outputOption,
  type TextOptionValues,
} from './read-options.ts';
import { addScenario } from './scenario-commands.ts';
import { type ServedNodeValues, servedNode } from './served-node.ts';
import { addSignInOptions } from './sign-in-options.ts';
import type { Terminal } from './terminal.ts';
import { addWrites } from './writes-commands.ts';

// Commands are imported when they are called: drawing a file starts in a fraction of the time that the server takes.

/** Runs one command line (without the program's own name) and resolves with its exit code. Never rejects. */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.answered;
  const program = new Program('gcscope')
    .description('A Kubernetes cluster the way its garbage collector sees it.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  const end = (code: ExitCode): void => {
    exitCode = code;
  };
  const [name] = withCommand(words);
  const named = COMMANDS.filter(({ names }) => names.some((each) => each === name));
  for (const { add } of named.length > 0 ? named : COMMANDS) add(program, terminal, end);
  nameHelp(program, 'gcscope');
  try {
    await program.parseAsync(splitEmbedded(withCommand(words)), { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportError(error, terminal);
  }
}

/** After a usage error, each command names the help that lists its own options. */
function nameHelp(command: Command, words: string): void {
  command.showHelpAfterError(`Run ${words} --help for usage.`);
  for (const each of command.commands) nameHelp(each, `${words} ${each.name()}`);
}

/** Functions that add commands to the program. Only the called ones run, because defining all options takes 3 ms. */
const COMMANDS: readonly {
  readonly names: readonly string[];
  readonly add: (program: Command, terminal: Terminal, end: End) => void;
}[] = [
  { names: ['serve'], add: addServe },
  { names: ['graph'], add: addGraph },
  { names: ['explain'], add: addExplain },
  { names: ['forecast', 'terminating', 'audit'], add: addInsight },
  { names: ['scenario'], add: addScenario },
  { names: ['kubelet'], add: addKubelet },
  { names: ['collect'], add: addCollect },
  { names: ['writes'], add: addWrites },
  { names: ['version'], add: addVersion },
];

/** Without a command it is `serve`. */
function withCommand(words: readonly string[]): readonly string[] {
  const [first] = words;
  const own = ['-h', '--help', '-V', '--version'];
  const isServe = first === undefined || (first.startsWith('-') && !own.includes(first));
  return isServe ? ['serve', ...words] : words;
}

function addServe(program: Command, terminal: Terminal): void {
  const serve = program
    .command('serve')
    .description('serve the pages (the default command)')
    .option(
      '--host <address>',
      'address to listen on (default: 127.0.0.1); beyond this machine only with sign-in and TLS',
    )
    .option('--port <number>', 'port to listen on; 0 takes any free port (default: 7070)')
    .option('--public-url <url>', 'URL by which people reach gcscope')
    .option(
      '--metrics-address <ip:port>',
      'also serve /metrics, /livez and /readyz there; any address, because they name no objects',
    )
    .option('--open-browser', 'open the page in a browser')
    .option('--no-secrets', 'do not read Secrets; references to them are not verified')
    .option('--ignore <list>', 'resources not to read, as group/resource: apps/replicasets,/pods')
    .option('--max-objects <number>', 'most objects to keep (default: as many as fit into memory)')
    .option('--cri <socket>', 'also show the node of this container runtime, with read-only calls')
    .option(
      '--crictl <file>',
      'also show a node from a file with output of crictl -o json; repeatable',
      collect,
    )
    .option('--kubelet-config <file>', 'the KubeletConfiguration of that node');
  addSignInOptions(serve);
  addClusterOptions(serve)
    .addHelpText('after', example('gcscope serve --context production --port 8080 --open-browser'))
    .action(async (values: ServeFlags & ClusterOptionValues & ServedNodeValues) => {
      const { readServeConfig } = await import('./config.ts');
      const config = readServeConfig(values, terminal.env);
      const { startServer } = await import('./serve.ts');
      const node = await servedNode(values, terminal);
      const options = {
        config,
        input: clusterInput(values),
        orEmbedded: saysNothing(values),
        node,
      };
      const server = await startServer(options, terminal);
      await aborted(terminal.stop);
      await server.close();
    });
}

function addGraph(program: Command, terminal: Terminal): void {
  const graph = program
    .command('graph')
    .description('print the graph, or the part around the objects that you name')
    .argument('[object...]', 'deploy/web, deployments.apps/web or uid:<uid>')
    .option(
      '--depth <levels>',
      'levels of owners and dependents (default: all)',
      wholeNumber(0, 9999),
    )
    .option('--up', 'owners only')
    .option('--down', 'dependents only')
    .addOption(outputOption(['dot', 'svg', 'mermaid', 'json']));
  addReadOptions(graph)
    .addHelpText('after', example('gcscope graph deploy/web -n shop -o svg > web.svg'))
    .action(
      async (objects: string[], values: ReadOptionValues & Omit<GraphQuestion, 'objects'>) => {
        const { graphText } = await import('./graph.ts');
        const question = { ...values, objects };
        await answerFrom(values, terminal, (read) => graphText(read, question));
      },
    );
}

function addExplain(program: Command, terminal: Terminal): void {
  const explain = program
    .command('explain')
    .description('show whether the collector deletes an object, and why')
    .argument('<object>', 'one object: deploy/web, deployments.apps/web or uid:<uid>')
    .argument('[name]', 'its name, if the first argument is only the type: Deployment web')
    .allowExcessArguments();
  addReadOptions(addTextOutput(explain))
    .addHelpText('after', example('gcscope explain deploy/web -n shop'))
    .action(async (_object, _name, values: ReadOptionValues & TextOptionValues) => {
      const { explainText } = await import('./explain.ts');
      const { singleObject } = await import('./describe-object.ts');
      const object = singleObject(
        explain.args,
        'Call explain once per object; gcscope audit checks all of them.',
      );
      await answerFrom(values, terminal, (read) => explainText(read, object, formOf(values)));
    });
}

function addVersion(program: Command, terminal: Terminal): void {
  program
    .command('version')
    .description('print the version, and the Kubernetes releases whose rules it knows')
    .addHelpText('after', example('gcscope version'))
    .action(async () => {
      const { RELEASES } = await import('@gcscope/gc-core');
      const releases = Object.keys(RELEASES).join(', ');
      terminal.out(`gcscope ${VERSION} (Kubernetes ${releases})\n`);
    });
}

/** Prints one clear sentence, and returns the exit code. */
function reportError(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.answered : EXIT.usage;
  if (isUnwritten(error)) {
    terminal.err(`${describeUnwritten(error)}\n`);
    return EXIT.unwritten;
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const known = error instanceof CommandError ? error.exitCode : KNOWN.get(name);
  if (known === undefined) terminal.err(`gcscope failed: ${stack ?? message}\n`);
  // A message may quote what a file or a cluster says.
  else if (message !== '') terminal.err(textOf(message.split('\n')));
  return known ?? EXIT.no;
}

/** Recognises errors by name: importing their classes would load the cluster reader for every command. */
const KNOWN = new Map<string, ExitCode>([
  ['ConfigError', EXIT.usage],
  ['ClusterConfigError', EXIT.usage],
  ['ClusterUnreachableError', EXIT.unreachable],
  ['RecordBrokenError', EXIT.usage],
  ['RecordUnwrittenError', EXIT.unwritten],
  ['NodeInputError', EXIT.usage],
  ['NodeUnreadableError', EXIT.unreachable],
]);
