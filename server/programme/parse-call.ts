// Parses the command line into a command with its operands and options, or a request for help.
import { parseArgs } from 'node:util'
import { type Command, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { commandToUsage } from './help.ts'

export interface ParsedCall {
  readonly command: Command
  readonly operands: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly isDryRun: boolean
}

/** Requests the help of one command or, without a command, the list of commands with the prefix ('' for all). */
export interface HelpRequest {
  readonly helpCommand: Command | undefined
  readonly prefix: string
}

/** Throws a UsageError if the command line is invalid. */
export function parseCall(args: readonly string[]): ParsedCall | HelpRequest {
  const words = wordsBeforeOptions(args)
  const isHelp = args.length === 0 || args.includes('--help') || args.includes('-h')
  const command = commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
  if (!command) {
    const prefix = words[0] ?? ''
    const isKnown = commands.some(({ name }) => name.startsWith(`${prefix} `))
    if (isHelp && (prefix === '' || isKnown)) return { helpCommand: undefined, prefix }
    if (words.length === 0) throw new UsageError(`Name a command first: ${LIST_HINT}`)
    throw new UsageError(`There is no command '${words.slice(0, isKnown ? 2 : 1).join(' ')}'. ${LIST_HINT}`)
  }
  return isHelp
    ? { helpCommand: command, prefix: '' }
    : parseArguments(command, args.slice(command.name.split(' ').length))
}

const LIST_HINT = 'npm run programme -- --help lists them.'

/** The words before the first option. */
function wordsBeforeOptions(args: readonly string[]): readonly string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  return end === -1 ? args : args.slice(0, end)
}

function parseArguments(command: Command, args: readonly string[]): ParsedCall {
  const { options = {}, operands = [], hasDryRun } = command
  const toUsageError = (sentence: string) => new UsageError(`${sentence}\nUsage: ${commandToUsage(command)}`)
  const types: Record<string, { readonly type: 'string' | 'boolean' }> = { 'dry-run': { type: 'boolean' } }
  for (const [name, { value }] of Object.entries(options)) types[name] = { type: value ? 'string' : 'boolean' }
  const { values, positionals } = withUsageError(
    () => parseArgs({ args: [...args], allowPositionals: true, options: types }),
    toUsageError,
  )
  const { 'dry-run': isDryRun = false, ...givenValues } = values as Record<string, string | boolean | undefined>
  if (isDryRun && !hasDryRun) throw toUsageError(`'${command.name}' has no dry run.`)
  const missingOperands = operands.slice(positionals.length)
  const missingOptions = Object.keys(options).filter((name) => options[name]?.isRequired && !givenValues[name])
  const missingNames = [...missingOperands, ...missingOptions.map((name) => `--${name}`)]
  if (missingNames.length > 0) throw toUsageError(`'${command.name}' needs ${missingNames.join(' and ')}.`)
  const extraOperands = positionals.slice(operands.length)
  if (extraOperands.length > 0) throw toUsageError(`'${command.name}' does not understand '${extraOperands[0]}'.`)
  return {
    command,
    operands: Object.fromEntries(operands.map((name, index) => [name, positionals[index] ?? ''])),
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, givenValues[name] ?? (value ? undefined : false)]),
    ),
    isDryRun: isDryRun === true,
  }
}

/** Uses only the first sentence of an error of parseArgs, because the advice after it does not apply here. */
function withUsageError<T>(parse: () => T, toUsageError: (sentence: string) => Error): T {
  try {
    return parse()
  } catch (error) {
    const [firstSentence = ''] = (error as Error).message.split(/\. |\n/)
    throw toUsageError(`${firstSentence.replace(/\.$/, '')}.`)
  }
}
