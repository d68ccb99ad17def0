import { runAdminCommand } from './admin/admin-commands.ts';

const { exitCode, output, warnings = [], error } = await runAdminCommand(process.argv.slice(2), process.env);
if (output !== undefined) console.log(output);
for (const warning of warnings) console.error(warning);
if (error !== undefined) console.error(error);
process.exitCode = exitCode;
