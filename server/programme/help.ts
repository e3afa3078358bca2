// Writes the help: the list of commands, and the operands and options of one command.
import type { Command } from './command.ts'
import { commands } from './commands.ts'

const NPM_CALL = 'npm run programme --'
const DRY_RUN_ROW = ['--dry-run', 'Tries everything, but changes nothing.'] as const

/** Lists the commands whose names begin with this word. If the word is undefined, lists all commands. */
export function listCommands(firstWord: string | undefined): string {
  const listedCommands =
    firstWord === undefined ? commands : commands.filter(({ name }) => name.startsWith(`${firstWord} `))
  const rows = listedCommands.map((command) => [nameWithOperands(command), command.summary] as const)
  return [
    `${NPM_CALL} COMMAND …`,
    '',
    ...alignColumns(rows),
    '',
    `${NPM_CALL} COMMAND --help shows more. The settings are those of the server: CLIENT, DATABASE_URL or DATA_DIR, SECRETS_DIR …`,
  ].join('\n')
}

export function commandToHelp(command: Command): string {
  const { summary, help = [], options = {}, hasDryRun } = command
  const rows = Object.entries(options).map(([name, { placeholder, summary: text }]) => {
    const optionText = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`
    return [optionText, text] as const
  })
  const allRows = hasDryRun ? [...rows, DRY_RUN_ROW] : rows
  const lines = [commandToUsage(command), '', `${summary}.`]
  for (const paragraph of help) lines.push('', paragraph)
  if (allRows.length > 0) lines.push('', ...alignColumns(allRows))
  return lines.join('\n')
}

/** 'npm run programme -- user add USERNAME --email ADDRESS --group NAME' */
export function commandToUsage(command: Command): string {
  const parts = [NPM_CALL, nameWithOperands(command)]
  for (const [name, { placeholder, isRequired }] of Object.entries(command.options ?? {})) {
    if (isRequired) parts.push(`--${name} ${placeholder}`)
  }
  return parts.join(' ')
}

/** 'user add USERNAME' */
const nameWithOperands = ({ name, operands = [] }: Command): string => [name, ...operands].join(' ')

/** Two columns. The right column begins after the longest text of the left column. */
function alignColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
