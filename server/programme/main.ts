// `npm run programme -- <command>`: commands for the administrator of the server.
import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  terminal: process.stderr,
})
