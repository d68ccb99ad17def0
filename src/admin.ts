import { runAdminCommand } from './admin/admin-commands.ts';

/** The operator's command line: `npm run -s admin -- keys someone@example.com --json`. */

const { status, out, complaint } = await runAdminCommand(process.argv.slice(2), process.env);
if (out !== undefined) console.log(out);
if (complaint !== undefined) console.error(complaint);
process.exitCode = status;
