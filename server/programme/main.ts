// `npm run programme -- <command>`: for whoever runs the host.
import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
  terminal: process.stderr,
})
