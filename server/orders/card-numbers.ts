// Draws the numbers of new cards from a cryptographic random source, so that no number reveals another one. Never draws
// a number that is in use.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { identifierTypes, PAN, TRACKING_NUMBER, withCheckDigit } from '#domain/cards/identifiers.ts'
import type { Db } from '#server/operations/context.ts'
import type { Secrets } from '#server/keys/secrets.ts'

export interface NewNumbers {
  /** 16 digits, with the campaign's prefix and Luhn's check digit. */
  readonly pan: string
  /** 15 digits. The first digit is not 0, because spreadsheet programs drop leading zeros. */
  readonly trackingNumber: string
  readonly cvv: string
}

/**
 * Each round draws new numbers in place of the drawn numbers that are in use. If so many rounds are not enough, the
 * range has almost no numbers left.
 */
const MAX_ROUNDS = 20

/** Thrown if a campaign's range has almost no numbers left. */
export class RangeExhausted extends Error {}

/**
 * Draws numbers for `count` cards, all different and not used by any existing card. Another transaction can take a
 * number before the caller inserts its cards. The unique keys of the table then refuse the number, and the caller draws
 * again.
 */
export async function drawNumbers(db: Db, secrets: Secrets, prefix: string, count: number): Promise<NewNumbers[]> {
  const pans = await drawUnused(count, {
    draw: () => drawPan(prefix),
    findTaken: (drawnNumbers) => findTakenPans(db, secrets, drawnNumbers),
  })
  const trackingNumbers = await drawUnused(count, {
    draw: drawTrackingNumber,
    findTaken: (drawnNumbers) => findTakenTrackingNumbers(db, drawnNumbers),
  })
  return pans.map((pan, index) => ({
    pan,
    trackingNumber: trackingNumbers[index] ?? '',
    cvv: randomDigits(CVV_LENGTH),
  }))
}

const CVV_LENGTH = 3

const drawPan = (prefix: string): string =>
  withCheckDigit(prefix + randomDigits(identifierTypes[PAN].length - 1 - prefix.length))

const drawTrackingNumber = (): string =>
  `${randomInt(1, 10)}${randomDigits(identifierTypes[TRACKING_NUMBER].length - 1)}`

/** `length` is at most 14, because `randomInt` is limited to 48 bits. `randomInt` draws all numbers equally often. */
function randomDigits(length: number): string {
  return String(randomInt(0, 10 ** length)).padStart(length, '0')
}

interface NumberSource {
  readonly draw: () => string
  /** Returns the numbers that existing cards have. */
  readonly findTaken: (drawnNumbers: readonly string[]) => Promise<ReadonlySet<string>>
}

async function drawUnused(count: number, { draw, findTaken }: NumberSource): Promise<string[]> {
  const unusedNumbers = new Set<string>()
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const drawnNumbers = new Set<string>()
    // The range can have fewer numbers than requested. The limit of tries ends the loop in this case.
    const maxTries = count * 2
    for (let tries = 0; tries < maxTries; tries += 1) {
      if (unusedNumbers.size + drawnNumbers.size === count) break
      const number = draw()
      if (!unusedNumbers.has(number)) drawnNumbers.add(number)
    }
    const takenNumbers = await findTaken([...drawnNumbers])
    for (const number of drawnNumbers) if (!takenNumbers.has(number)) unusedNumbers.add(number)
    if (unusedNumbers.size === count) return [...unusedNumbers]
  }
  throw new RangeExhausted('the range of card numbers is nearly used up')
}

async function findTakenPans(db: Db, secrets: Secrets, drawnNumbers: readonly string[]): Promise<ReadonlySet<string>> {
  const panByHash = new Map(drawnNumbers.map((pan) => [secrets.panIndex(pan).toString('hex'), pan]))
  const { rows } = await sql<{ hash: string }>`
    SELECT encode(pan_hash, 'hex') AS hash FROM card
    WHERE pan_hash IN (SELECT decode(hash, 'hex') FROM unnest(${[...panByHash.keys()]}::text[]) AS s (hash))
  `.execute(db)
  return new Set(rows.map(({ hash }) => panByHash.get(hash) ?? ''))
}

async function findTakenTrackingNumbers(db: Db, drawnNumbers: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ tracking_number: string }>`
    SELECT tracking_number FROM card WHERE tracking_number = ANY(${[...drawnNumbers]}::text[])`.execute(db)
  return new Set(rows.map((row) => row.tracking_number))
}
