import { releaseVerifyCommand } from './release-verify-command.ts';
import { NotVerified } from './verify-provenance.ts';

try {
  await releaseVerifyCommand(console.log).parseAsync();
} catch (error) {
  if (!(error instanceof NotVerified)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
