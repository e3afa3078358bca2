// Parses the command line into a command with its operands and options, or a request for help.
import { parseArgs } from 'node:util'
import { type Command, type Option, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { commandToUsage } from './help.ts'

export interface ParsedCall {
  readonly command: Command
  readonly operands: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly isDryRun: boolean
}

export interface HelpRequest {
  /** The command whose help is requested. Undefined for the list of commands. */
  readonly helpCommand: Command | undefined
  /** The first word of the commands to list: 'user'. Undefined for all commands. */
  readonly firstWord?: string
}

/** Throws a UsageError if the command line is invalid. */
export function parseCall(args: readonly string[]): ParsedCall | HelpRequest {
  const words = wordsBeforeOptions(args)
  const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h')
  // The spaces ensure that whole words are compared.
  const command = commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
  if (command) {
    if (asksForHelp) return { helpCommand: command }
    const commandWordCount = command.name.split(' ').length
    return parseArguments(command, args.slice(commandWordCount))
  }
  const [firstWord] = words
  if (firstWord === undefined) {
    if (asksForHelp) return { helpCommand: undefined }
    throw new UsageError(`Name a command first: ${LIST_HINT}`)
  }
  const isFirstWordKnown = commands.some(({ name }) => name.startsWith(`${firstWord} `))
  if (asksForHelp && isFirstWordKnown) return { helpCommand: undefined, firstWord }
  // After a known first word, the second word is the unknown one.
  const unknownName = words.slice(0, isFirstWordKnown ? 2 : 1).join(' ')
  throw new UsageError(`There is no command '${unknownName}'. ${LIST_HINT}`)
}

const LIST_HINT = 'npm run programme -- --help lists them.'

/** The words before the first option. */
function wordsBeforeOptions(args: readonly string[]): readonly string[] {
  const end = args.findIndex((arg) => arg.startsWith('-'))
  return end === -1 ? args : args.slice(0, end)
}

function parseArguments(command: Command, args: readonly string[]): ParsedCall {
  const { options = {}, operands = [], hasDryRun } = command
  const { values, positionals } = splitArguments(command, args)
  const { 'dry-run': isDryRun = false, ...givenValues } = values
  if (isDryRun && !hasDryRun) throw toUsageError(command, `'${command.name}' has no dry run.`)
  const missingOperands = operands.slice(positionals.length)
  const missingOptions = Object.keys(options).filter((name) => options[name]?.isRequired && !givenValues[name])
  const missingNames = [...missingOperands, ...missingOptions.map((name) => `--${name}`)]
  if (missingNames.length > 0) throw toUsageError(command, `'${command.name}' needs ${missingNames.join(' and ')}.`)
  const extraOperands = positionals.slice(operands.length)
  if (extraOperands.length > 0)
    throw toUsageError(command, `'${command.name}' does not understand '${extraOperands[0]}'.`)
  // A switch that is not given is false.
  const optionValues = Object.entries(options).map(([name, option]) => {
    const fallback = isSwitch(option) ? false : undefined
    return [name, givenValues[name] ?? fallback] as const
  })
  return {
    command,
    operands: Object.fromEntries(operands.map((name, index) => [name, positionals[index] ?? ''])),
    options: Object.fromEntries(optionValues),
    isDryRun: isDryRun === true,
  }
}

interface SplitArguments {
  /** The values of the given options. */
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
}

function splitArguments(command: Command, args: readonly string[]): SplitArguments {
  // An option with a value is a string, a switch is a boolean.
  const types: Record<string, { readonly type: 'string' | 'boolean' }> = { 'dry-run': { type: 'boolean' } }
  for (const [name, option] of Object.entries(command.options ?? {}))
    types[name] = { type: isSwitch(option) ? 'boolean' : 'string' }
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: types })
  } catch (error) {
    // The further sentences of the message are advice that does not apply here.
    const [firstSentence = ''] = (error as Error).message.split(/\. |\n/)
    throw toUsageError(command, `${firstSentence.replace(/\.$/, '')}.`)
  }
}

const isSwitch = ({ placeholder }: Option): boolean => placeholder === undefined

const toUsageError = (command: Command, sentence: string): UsageError =>
  new UsageError(`${sentence}\nUsage: ${commandToUsage(command)}`)
