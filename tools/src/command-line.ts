import { Command, InvalidArgumentError } from 'commander';

/** Exit code of a command line that is refused; a run that fails ends with 1. */
export const REFUSED = 2;

/** The command line of `npm run <name>`: without options yet, with help and an error for what it does not know. */
export function script(name: string, description: string): Command {
  return new Command(`npm run ${name} --`)
    .description(description)
    .showHelpAfterError(`(npm run ${name} -- --help lists the options)`)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : REFUSED));
}

/** Reads the value of an option. */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 1.');
}
