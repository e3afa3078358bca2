// Reads a file of the card processor's events: JSON, one event a line, or csv with the names of the fields as headings.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandError } from '../command.ts'
import { openCsv } from '../import/csv-file.ts'

export interface FeedLine {
  readonly line: number
  /** An event that is not validated yet. Undefined if the line is not JSON. */
  readonly value: unknown
  /** The bytes of the file that were read for this line, for the progress. */
  readonly bytes: number
}

export interface FeedFile {
  readonly name: string
  readonly size: number
  /** Reads the file from its beginning. */
  readonly lines: () => AsyncGenerator<FeedLine>
}

const textFields = [
  'kind',
  'eventId',
  'at',
  'trackingNumber',
  'currency',
  'authorisation',
  'authNumber',
  'merchant',
  'merchantId',
  'merchantCategory',
  'foreign.currency',
  'foreign.rate',
  'description',
  'original',
  'code',
  'reason',
  'method',
  'manager',
  'chargeback',
  'reasonCode',
  'notes',
  'posEntryMode',
  'networkReference',
  'claimId',
  'status',
  'day',
  'campaign',
] as const
const numberFields = [
  'amount',
  'fee',
  'feeType',
  'foreign.amount',
  'balance',
  'requestAmount',
  'usdAmount',
  'transactionUsdAmount',
  'stopReason',
  'count',
  'sum',
] as const
const flagFields = ['isPartial', 'isCash'] as const
const numberNames: ReadonlySet<string> = new Set(numberFields)
const flagNames: ReadonlySet<string> = new Set(flagFields)

const columns = {
  fixed: [...textFields, ...numberFields, ...flagFields].map((name) => ({ key: name, heading: name })),
}

/** Opens the file. Throws a CommandError if it does not exist or, for csv, if a heading is unknown. */
export async function openFeedFile(path: string): Promise<FeedFile> {
  const isCsv = path.toLowerCase().endsWith('.csv')
  if (isCsv) return openCsvFile(path)
  const size = await stat(path).then(
    (found) => found.size,
    () => {
      throw new CommandError(`There is no file ${path}.`)
    },
  )
  return { name: basename(path), size, lines: () => readJsonLines(path) }
}

async function* readJsonLines(path: string): AsyncGenerator<FeedLine> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    line += 1
    if (text.trim() !== '') yield { line, value: parseJson(text), bytes: Buffer.byteLength(text) + 1 }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

async function openCsvFile(path: string): Promise<FeedFile> {
  const file = await openCsv(path, columns)
  return {
    name: file.name,
    size: file.size,
    async *lines() {
      for await (const { records, bytes } of file.chunks())
        for (const [index, { line, fields }] of records.entries())
          yield { line, value: fieldsToEvent(file.keys, fields), bytes: index === 0 ? bytes : 0 }
    },
  }
}

/** An empty field is one that the event does not have. */
function fieldsToEvent(keys: readonly string[], fields: readonly string[]): object {
  const event: Record<string, unknown> = {}
  keys.forEach((key, index) => {
    const text = fields[index]?.trim() ?? ''
    if (key === '' || text === '') return
    const value = numberNames.has(key) ? toNumber(text) : flagNames.has(key) ? toFlag(text) : text
    const [outer = '', inner] = key.split('.')
    if (inner === undefined) event[outer] = value
    else event[outer] = { ...(event[outer] as object | undefined), [inner]: value }
  })
  return event
}

/** A text that is not a number is left to the validation, which names the field. */
const toNumber = (text: string): number | string => (/^-?[0-9]{1,15}$/.test(text) ? Number(text) : text)
const toFlag = (text: string): boolean | string => (text === 'true' ? true : text === 'false' ? false : text)
