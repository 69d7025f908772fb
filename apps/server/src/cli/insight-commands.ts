import { SEVERITIES } from '@gcscope/gc-core/wire';
import { type Command, Option } from 'commander';
import { answerFrom, type ReadOptionValues } from './answer-from.ts';
import type { AuditQuestion } from './audit.ts';
import { collect } from './cluster-options.ts';
import type { End } from './exit-codes.ts';
import type { ForecastQuestion } from './forecast.ts';
import {
  addReadOptions,
  addTextOutput,
  example,
  formOf,
  type TextOptionValues,
} from './read-options.ts';
import type { Terminal } from './terminal.ts';

/** Adds `forecast`, `terminating` and `audit`; `end` gets the exit code. */
export function addInsight(program: Command, terminal: Terminal, end: End): void {
  addForecast(program, terminal);
  addTerminating(program, terminal, end);
  addAudit(program, terminal, end);
}

function addForecast(program: Command, terminal: Terminal): void {
  const forecast = program
    .command('forecast')
    .description('show what a deletion would do; deletes nothing')
    .argument('<object...>', 'deploy/web, deployments.apps/web or uid:<uid>')
    .addOption(
      new Option('--policy <policy>', 'propagation policy')
        .choices(['background', 'foreground', 'orphan', 'all'])
        .default('all'),
    );
  addReadOptions(addTextOutput(forecast))
    .addHelpText('after', example('gcscope forecast deploy/web -n shop --policy foreground'))
    .action(
      async (
        objects: string[],
        values: ReadOptionValues & TextOptionValues & Pick<ForecastQuestion, 'policy'>,
      ) => {
        const { forecastText } = await import('./forecast.ts');
        const question = { objects, policy: values.policy, output: formOf(values) };
        await answerFrom(values, terminal, (read) =>
          forecastText(read, question, terminal.progress),
        );
      },
    );
}

function addTerminating(program: Command, terminal: Terminal, end: End): void {
  const terminating = program
    .command('terminating')
    .description('show what is stuck in Terminating, and why; exits with 1 if something is stuck')
    .argument(
      '[object]',
      'one object: ns/shop or uid:<uid> (default: all, with -n all in that namespace)',
    )
    .argument('[name]', 'its name, if the first argument is only the type: Namespace shop')
    .allowExcessArguments();
  addReadOptions(addTextOutput(terminating))
    .addHelpText('after', example('gcscope terminating ns/shop'))
    .action(async (_object, _name, values: ReadOptionValues & TextOptionValues) => {
      const { terminatingText } = await import('./terminating.ts');
      const { singleObject } = await import('./describe-object.ts');
      const { args } = terminating;
      const advice = 'Call terminating once per object; without an object it shows all.';
      const object = args.length > 0 ? singleObject(args, advice) : undefined;
      const question = { object, namespace: values.namespace, output: formOf(values) };
      end(await answerFrom(values, terminal, (read) => terminatingText(read, question)));
    });
}

type AuditOptionValues = ReadOptionValues &
  TextOptionValues &
  Pick<AuditQuestion, 'failOn' | 'kind' | 'severity' | 'baseline'> & { readonly rules?: string };

function addAudit(program: Command, terminal: Terminal, end: End): void {
  const audit = program
    .command('audit')
    .description('find wrong owner references and finalizers, with a patch to fix each')
    .option(
      '--fail-on <rules>',
      'exit with 1 if there is a finding of these rules or severities (error, warning)',
    )
    .option('--rules <rules>', 'show only these rules; separate them by commas')
    .option(
      '--kind <kind>',
      'show only objects of this kind, for example Pod, deploy or Widget.example.com; repeatable',
      collect,
    )
    .addOption(
      new Option('--severity <severity>', 'show only findings of this severity').choices(
        SEVERITIES,
      ),
    )
    .option(
      '--baseline <file>',
      'leave out the findings in this file, the output of an earlier audit -o json',
    );
  addReadOptions(addTextOutput(audit))
    .addHelpText('after', example('gcscope audit -n shop --fail-on error --baseline known.json'))
    .action(async (values: AuditOptionValues) => {
      const { auditText } = await import('./audit.ts');
      const { rules, namespace, failOn, kind, severity, baseline } = values;
      const question: AuditQuestion = {
        output: formOf(values),
        only: rules,
        namespaces: namespace === undefined ? undefined : [namespace],
        failOn,
        kind,
        severity,
        baseline,
      };
      end(await answerFrom(values, terminal, (read) => auditText(read, question)));
    });
}
