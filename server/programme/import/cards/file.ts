// Reads the rows of a file of cards: its columns, and what their fields mean.
import { sql } from 'kysely'
import type { StoredCardStatus } from '#domain/cards/status.ts'
import { mapStatuses, statusColumn, type StatusTimes } from '#server/db/card-statuses.ts'
import { readTagNames } from '#server/db/tag-names.ts'
import type { CsvColumns, CsvFile } from '../csv-file.ts'
import type { ImportContext } from '../import-file.ts'
import { type NameLookup, readId, readNames } from '../name-lookup.ts'
import { createRowReader, type RowReader } from '../row-reader.ts'
import type { CardToStage } from './stage.ts'

/**
 * How a file names each stored status. `state` is the State of a card whose strongest status this is. A card without a
 * status is 'not activated'. `heading` is the column with the time of the status. In the order from weak to strong.
 */
const fileStatuses: Readonly<Record<StoredCardStatus, { readonly state: string; readonly heading: string }>> = {
  activated: { state: 'active', heading: 'Activated' },
  stopped: { state: 'stopped', heading: 'Stopped' },
  retired: { state: 'retired', heading: 'Retired' },
}
const statusesByStrength = Object.keys(fileStatuses) as readonly StoredCardStatus[]

const NOT_ACTIVATED = 'not activated'
/** The states as written in the file, from weak to strong. */
const fileStates = [NOT_ACTIVATED, ...statusesByStrength.map((status) => fileStatuses[status].state)]

/** The State of a card with these times of its statuses. */
export const timesToFileState = (times: StatusTimes): string => {
  const strongest = statusesByStrength.findLast((status) => times[statusColumn(status)] !== null)
  return strongest === undefined ? NOT_ACTIVATED : fileStatuses[strongest].state
}

export const statusToHeading = (status: StoredCardStatus): string => fileStatuses[status].heading

export const cardColumns = {
  fixed: [
    { key: 'trackingNumber', heading: 'Tracking Number', isRequired: true },
    { key: 'cardNumber', heading: 'Card Number', isRequired: true },
    { key: 'cvv', heading: 'CVV' },
    { key: 'campaign', heading: 'Campaign', isRequired: true },
    { key: 'sequenceNumber', heading: 'Sequence Number', isRequired: true },
    { key: 'customerReference', heading: 'Customer Reference' },
    { key: 'label', heading: 'Label' },
    { key: 'issued', heading: 'Issued', isRequired: true },
    { key: 'expiry', heading: 'Expiry', isRequired: true },
    { key: 'state', heading: 'State', isRequired: true },
    ...statusesByStrength.map((key) => ({ key, heading: statusToHeading(key) })),
    { key: 'stopReason', heading: 'Stop Reason' },
    { key: 'kyc', heading: 'KYC' },
    { key: 'magstripe', heading: 'Magstripe' },
    { key: 'activationData', heading: 'Activation Data' },
    { key: 'currency', heading: 'Currency', isRequired: true },
    { key: 'balance', heading: 'Balance', isRequired: true },
  ],
  hasTags: true,
} as const satisfies CsvColumns

export interface CardReader {
  /** Returns the card of a row, or the errors of the row in sentences. `line`: the line in the file. */
  readonly read: (line: number, fields: readonly string[]) => CardToStage | string
  /** Names of tags that the owner does not have yet. */
  readonly newTags: readonly string[]
  /** The names of all tags of the file, existing or new. */
  readonly tagNames: readonly string[]
}

/** The start of a tag column's key (`CsvFile.keys`); the tag's name follows. */
const TAG_PREFIX = 'tag:'

export async function createCardReader(context: ImportContext, file: CsvFile): Promise<CardReader> {
  const { db, ownerId, now, client } = context
  const campaigns = await readNames(
    db,
    'Campaign',
    sql`SELECT id, name FROM campaign WHERE owner_id = ${ownerId} ORDER BY id`,
  )
  const stopReasons = await readNames(db, 'Stop Reason', sql`SELECT id, short AS name FROM stop_reason ORDER BY id`)
  const tags = await readTagNames(db, ownerId)
  const tagKeys = file.keys.filter((key) => key.startsWith(TAG_PREFIX))
  const tagColumns: readonly TagColumn[] = tagKeys.map((key) => {
    const nameInFile = key.slice(TAG_PREFIX.length)
    return { key, name: tags.nameOf(nameInFile) ?? nameInFile }
  })
  const tagNames = tagColumns.map(({ name }) => name)
  const row = createRowReader(file.keys, cardColumns.fixed, client.timeZone)

  const read = (line: number, fields: readonly string[]): CardToStage | string => {
    row.begin(fields)
    row.require(
      'trackingNumber',
      'cardNumber',
      'campaign',
      'sequenceNumber',
      'issued',
      'expiry',
      'state',
      'currency',
      'balance',
    )
    const campaignId = readId(row, 'campaign', campaigns)
    const currency = row.raw('currency')
    if (currency !== '' && currency !== context.currency)
      row.addFault(`Currency is ${currency}, and the programme is in ${context.currency}.`)
    const cvv = row.raw('cvv')
    if (cvv !== '' && !/^[0-9]{3,4}$/.test(cvv)) row.addFault('CVV does not have three or four digits.')
    const issuedAt = row.instant('issued')
    const expiresOn = row.day('expiry')
    const pan = row.cardNumber('cardNumber')
    const customerReference = textWithoutPan(row, 'customerReference', pan)
    const statuses = readStatuses(row, issuedAt, stopReasons)
    if (issuedAt && issuedAt > now) row.addFault('Issued is in the future.')
    for (const status of statusesByStrength) {
      const time = statuses.statusTimes[status]
      if (time instanceof Date && time > now) row.addFault(`${statusToHeading(status)} is in the future.`)
    }
    const card = {
      line,
      ownerId,
      pan,
      trackingNumber: row.trackingNumber('trackingNumber'),
      cvv,
      sequenceNumber: textWithoutPan(row, 'sequenceNumber', pan),
      customerReference,
      label: row.textWithoutCardNumber('label'),
      // Without the column, the activation data is the customer reference, as for a card that this product issues.
      activationData: row.hasColumn('activationData') ? textWithoutPan(row, 'activationData', pan) : customerReference,
      ...statuses,
      kycPassed: row.flag('kyc', { whenEmpty: false }),
      magstripe: row.flag('magstripe', { whenEmpty: true }),
      tags: readTags(row, tagColumns),
      balanceCents: row.amount('balance', 'either'),
    }
    const faults = row.faultText()
    // A required field that could not be read has added a fault.
    const hasRequiredValues = campaignId !== undefined && issuedAt !== undefined && expiresOn !== undefined
    if (faults !== '' || !hasRequiredValues) return faults
    return { ...card, campaignId, issuedAt, expiresOn }
  }
  return { read, tagNames, newTags: tagNames.filter((name) => tags.nameOf(name) === undefined) }
}

/**
 * Reads a reference of another system. The reference can look like a card number, but it must not contain the number of
 * the row's own card.
 */
function textWithoutPan(row: RowReader, key: string, pan: string): string {
  const text = row.text(key)
  const digits = text.replace(/[^0-9]/g, '')
  if (pan !== '' && digits.includes(pan))
    row.addFault(`${row.headingOf(key)} contains the card number, which must not be stored in a text.`)
  return text
}

type Statuses = Pick<CardToStage, 'statusTimes' | 'stopReasonId'>

function readStatuses(row: RowReader, issuedAt: Date | undefined, stopReasons: NameLookup): Statuses {
  const state = row.choice('state', fileStates)
  const stopReasonId = readId(row, 'stopReason', stopReasons) ?? null
  const times = mapStatuses((status) => row.instant(status) ?? null)
  /** True if the State says that the card does not have this status. */
  const isRuledOut = (status: StoredCardStatus) =>
    state !== undefined && fileStates.indexOf(state) < fileStates.indexOf(fileStatuses[status].state)

  const canBeStopped = !isRuledOut('stopped')
  if (row.isEmpty('stopReason')) {
    if (state === fileStatuses.stopped.state) row.addFault('Stop Reason is empty, and the card is stopped.')
    if (times.stopped && canBeStopped) row.addFault('Stopped has a time without a Stop Reason.')
  } else if (!canBeStopped) row.addFault(`Stop Reason is given, and the card is ${state}.`)
  for (const status of statusesByStrength)
    if (times[status] && isRuledOut(status))
      row.addFault(`${statusToHeading(status)} has a time, and the card is ${state}.`)

  /** The time of a status whose field is empty; null if the card does not have the status. */
  const timeWithoutField = (status: StoredCardStatus) => {
    const isStoppedByReason = status === 'stopped' && stopReasonId !== null
    const hasStatus = state === fileStatuses[status].state || isStoppedByReason
    if (!hasStatus) return null
    return status === 'activated' ? (issuedAt ?? null) : 'unknown'
  }
  return { statusTimes: mapStatuses((status) => times[status] ?? timeWithoutField(status)), stopReasonId }
}

interface TagColumn {
  readonly key: string
  /** The name of the tag. */
  readonly name: string
}

function readTags(row: RowReader, tagColumns: readonly TagColumn[]): Record<string, string> {
  const tags: Record<string, string> = {}
  for (const { key, name } of tagColumns) {
    const value = row.textWithoutCardNumber(key)
    if (value !== '') tags[name] = value
  }
  return tags
}
