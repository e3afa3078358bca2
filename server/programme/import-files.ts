// `import cards`, `import holders`, `import transactions`: imports data of another system from csv files.
import { type Command, defineCommand, UsageError } from './command.ts'
import { cardFile } from './import/cards/import.ts'
import { type FileKind, importFile } from './import/import-file.ts'
import { holderFile } from './import/holders/import.ts'
import { transactionFile } from './import/transactions/import.ts'

const importCommand = (name: string, kind: FileKind, summary: string, help: readonly string[]): Command =>
  defineCommand({
    name,
    summary,
    help: [...help, ...ofAll],
    operands: ['FILE'],
    options: {
      'skip-refused': { summary: 'Brings in the other rows where some are refused.' },
      refused: {
        value: 'FILE',
        summary: 'Writes the refused rows with their reasons into a new file, card numbers masked.',
      },
      rows: { value: 'COUNT', summary: 'How many rows the file has: another count is refused.' },
    },
    hasDryRun: true,
    async run({ operands, options, isDryRun, open, progress }) {
      const rowCount = options.rows === undefined ? undefined : toCount(options.rows)
      return importFile(await open({ needsSession: true }), kind, {
        path: operands.FILE,
        isDryRun,
        skipsRefused: options['skip-refused'],
        refusedPath: options.refused,
        rowCount,
        progress,
      })
    },
  })

const ofAll = [
  'Where a row is refused nothing is brought in, and every refused row is named with its reason. Without one the rows go in by parts of 10,000: a run that was interrupted is repeated with the same file, and what is there already is counted and left as it is.',
  'The file is UTF-8 text with a line of headings, fields divided by commas, semicolons or tabs. Lines that begin with # are comments; a last line `# rows: 1200` says how many rows there are, so that a file that was cut is refused.',
]

export const importCards = importCommand('import cards', cardFile, 'Brings in cards with what they hold', [
  'What a card holds becomes the opening entry of its account, and the other side is the outside world (float): all accounts still sum to zero. Card numbers and CVVs are encrypted as they are read and written nowhere in clear.',
])

export const importHolders = importCommand('import holders', holderFile, 'Brings in who has which card', [
  'Each row names its card by tracking number or card number. A holder that a card has already is never written over.',
])

export const importTransactions = importCommand(
  'import transactions',
  transactionFile,
  'Brings in what had happened on cards before they came here',
  [
    'The rows of a card have to end at what it holds: its opening is taken down to what it held before the first of them. They go in as a whole, before anything else has happened on the card here.',
  ],
)

function toCount(text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--rows is '${text}', but it must be a whole number.`)
}
