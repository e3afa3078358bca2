// `npm run programme -- <command>`: for whoever runs the host. Ends with 0, with 1 where something is refused, broken or fails, and
// with 2 for a call that is wrong itself.
import { environmentToSettings, StartError } from '#server/settings.ts'
import { type Call, Refused, type Summary, WrongCall } from './command.ts'
import { createProgress } from './console.ts'
import { commandHelp, listOfCommands } from './help.ts'
import { type OpenProgramme, openProgramme } from './open.ts'
import { type ParsedCall, parseCall } from './parse-call.ts'

try {
  const parsed = parseCall(process.argv.slice(2))
  if ('helpOf' in parsed) console.log(parsed.helpOf ? commandHelp(parsed.helpOf) : listOfCommands(parsed.beginning))
  else process.exitCode = await run(parsed)
} catch (error) {
  if (error instanceof Refused) for (const sentence of error.sentences) console.error(sentence)
  else if (error instanceof StartError || error instanceof WrongCall) console.error(error.message)
  else console.error('The programme has failed.', error)
  process.exitCode = error instanceof WrongCall ? 2 : 1
}

async function run({ command, operands, options, isDryRun }: ParsedCall): Promise<0 | 1> {
  const settings = environmentToSettings(process.env)
  let opened: OpenProgramme | undefined
  const call: Call = {
    operands,
    options,
    settings,
    isDryRun,
    open: async (how) => (opened ??= await openProgramme(settings, isDryRun, how)).programme,
    say: (line) => console.log(line),
    progress: createProgress,
  }
  let summary: Summary
  try {
    summary = await command.run(call)
  } finally {
    await opened?.close()
  }
  for (const line of summary.lines) console.log(line)
  if (isDryRun) console.log('This was a dry run: nothing was changed.')
  return summary.hasFailed ? 1 : 0
}
