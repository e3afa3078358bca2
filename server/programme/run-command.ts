// Runs a command line and returns the exit code: 0 for success, 1 if the command was refused or failed, 2 if the command
// line is invalid.
import { isConnectionLost } from '#server/db/faults.ts'
import { errorToFields } from '#server/log.ts'
import { readClients } from '#server/config/clients-file.ts'
import { type Environment, type Settings, StartError } from '#server/config/settings.ts'
import { type Call, CommandError, type Summary, UsageError } from './command.ts'
import { createProgress, type Terminal } from './progress.ts'
import { commandToHelp, listCommands } from './help.ts'
import { type OpenProgramme, openProgramme } from './open.ts'
import { type ParsedCall, parseCall } from './parse-call.ts'

export interface Output {
  /** Prints a line of the result. */
  readonly print: (line: string) => void
  /** Prints a line that explains a refusal or a failure. */
  readonly printError: (line: string) => void
  /** The terminal that shows the progress. */
  readonly terminal: Terminal
}

export async function runCommand(
  args: readonly string[],
  environment: Environment,
  output: Output,
): Promise<0 | 1 | 2> {
  try {
    const parsed = parseCall(args)
    if ('command' in parsed) return await run(parsed, environment, output)
    const { helpCommand, firstWord } = parsed
    output.print(helpCommand ? commandToHelp(helpCommand) : listCommands(firstWord))
    return 0
  } catch (error) {
    for (const line of toLines(error)) output.printError(line)
    return error instanceof UsageError ? 2 : 1
  }
}

/**
 * Runs the command for one client, or for all clients of CLIENTS_FILE. If the command fails for one client, it still
 * runs for the others.
 */
async function run(parsed: ParsedCall, environment: Environment, output: Output): Promise<0 | 1> {
  const { name, runsForEachClient } = parsed.command
  const clients = readClients(environment)
  const [first] = clients
  if (first && clients.length === 1) return runForClient(parsed, first, output)
  if (!runsForEachClient)
    throw new StartError(
      `CLIENTS_FILE has ${clients.length} clients: say for which one '${name}' is, as in CLIENT=${first?.client.key}.`,
    )
  let code: 0 | 1 = 0
  for (const settings of clients) {
    output.print(`${settings.client.name}:`)
    try {
      if ((await runForClient(parsed, settings, output)) !== 0) code = 1
    } catch (error) {
      for (const line of toLines(error)) output.printError(line)
      code = 1
    }
  }
  return code
}

async function runForClient(parsed: ParsedCall, settings: Settings, { print, terminal }: Output): Promise<0 | 1> {
  const { command, isDryRun } = parsed
  let openedProgramme: OpenProgramme | undefined
  const call: Call = {
    ...parsed,
    settings,
    open: async (options) => {
      openedProgramme ??= await openProgramme(settings, { ...options, isDryRun })
      return openedProgramme.programme
    },
    print,
    progress: (what, total) => createProgress(what, total, terminal),
  }
  let summary: Summary
  try {
    summary = await command.run(call)
  } finally {
    await openedProgramme?.close()
  }
  for (const line of summary.lines) print(line)
  if (isDryRun) print('This was a dry run: nothing was changed.')
  return summary.hasFailed ? 1 : 0
}

/** The sentences that explain an error to the administrator. */
function toLines(error: unknown): readonly string[] {
  if (error instanceof CommandError) return error.sentences
  if (error instanceof StartError || error instanceof UsageError) return [error.message]
  // isConnectionLost is true for ENOENT, because a missing socket of PostgreSQL has it. Any missing file has it too.
  const isMissingFile = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  if (isConnectionLost(error) && !isMissingFile)
    return ['The connection to the database was lost. Unfinished changes were rolled back: run the command again.']
  // Never print the error's message: database messages contain values such as card numbers.
  const fields = Object.entries(errorToFields(error)).map(([name, value]) => `  ${name}: ${String(value)}`)
  return ['The command failed unexpectedly.', ...fields]
}
