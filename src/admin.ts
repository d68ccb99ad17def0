import { runAdminCommand } from './admin/admin-commands.ts';

const { exitCode, output, error } = await runAdminCommand(process.argv.slice(2), process.env);
if (output !== undefined) console.log(output);
if (error !== undefined) console.error(error);
process.exitCode = exitCode;
