// `import cards`, `import holders`, `import transactions`: import data of another system from csv files.
import { type Command, defineCommand, UsageError } from './command.ts'
import { cardFile } from './import/cards/import.ts'
import { type ImportFileType, importFile } from './import/import-file.ts'
import { holderFile } from './import/holders/import.ts'
import { transactionFile } from './import/transactions/import.ts'

interface ImportTexts {
  readonly name: string
  readonly summary: string
  readonly help: string
}

const importCommand = (fileType: ImportFileType, { name, summary, help }: ImportTexts): Command =>
  defineCommand({
    name,
    summary,
    help: [help, ...commonHelp],
    operands: ['FILE'],
    options: {
      'skip-refused': { summary: 'Imports the other rows if some are refused.' },
      refused: {
        placeholder: 'FILE',
        summary: 'Writes the refused rows with their reasons into a new file, card numbers masked.',
      },
      rows: { placeholder: 'COUNT', summary: 'How many rows the file has: another count is refused.' },
    },
    hasDryRun: true,
    async run({ operands, options, isDryRun, open, progress }) {
      const rowCount = options.rows === undefined ? undefined : toCount(options.rows)
      return importFile(await open({ needsDirectConnection: true }), fileType, {
        path: operands.FILE,
        isDryRun,
        skipsRefused: options['skip-refused'],
        refusedPath: options.refused,
        rowCount,
        progress,
      })
    },
  })

const commonHelp = [
  'If any row is refused, nothing is imported, and each refused row is listed with its reason. Otherwise the rows are imported in chunks of 10,000. After an interruption run the command again with the same file: rows that were imported before are counted and not changed.',
  'The file is UTF-8 text with a line of headings, and fields separated by commas, semicolons or tabs. Lines that begin with # are comments. If the last line is `# rows: 1200`, a file with another number of rows is refused, for example because it was cut.',
]

export const importCards = importCommand(cardFile, {
  name: 'import cards',
  summary: 'Imports cards with their balances',
  help: 'The balance of a card becomes the opening entry of its account, against the outside world (float), so all accounts still sum to zero. Card numbers and CVVs are encrypted when they are read, and never written in clear.',
})

export const importHolders = importCommand(holderFile, {
  name: 'import holders',
  summary: 'Imports the holders of cards',
  help: 'Each row names its card by tracking number or card number. The existing holder of a card is never overwritten.',
})

export const importTransactions = importCommand(transactionFile, {
  name: 'import transactions',
  summary: 'Imports earlier transactions of imported cards',
  help: 'The rows of a card must add up to its balance: its opening entry is reduced to the balance before the first row. All rows of a card are imported together, before the card is used here.',
})

function toCount(text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--rows is '${text}', but it must be a whole number.`)
}
