// Exports the cards of an owner as rows for `import cards`.
import { sql } from 'kysely'
import { cents, centsToDecimal } from '#domain/money.ts'
import type { Db } from '#server/operations/context.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { decryptCvv } from '#server/keys/card-secrets.ts'
import { mapStatuses, selectStatusTimes, statusColumn, type StatusTimes } from '#server/db/card-statuses.ts'
import { cardColumns, timesToFileState } from '../import/cards/file.ts'
import { instantToField, type Page } from './pages.ts'

interface CardRow extends StatusTimes {
  readonly tracking_number: string
  readonly pan_cipher: Buffer
  readonly pan_masked: string
  readonly cvv_cipher: Buffer
  readonly campaign: string
  readonly sequence_number: string
  readonly customer_reference: string
  readonly label: string
  readonly issued_at: Date
  readonly expires_on: string
  readonly stop_reason: string | null
  readonly kyc_passed: boolean
  readonly magstripe_enabled: boolean
  readonly activation_data: string
  readonly currency: string
  readonly balance_cents: number
  readonly tags: Readonly<Record<string, string>>
}

type ColumnKey = (typeof cardColumns.fixed)[number]['key']

/** Exports card numbers and CVVs in clear. Without `secrets`, masks the card numbers and leaves the CVVs out. */
export async function createCardExport(db: Db, ownerId: number, secrets: Secrets | undefined) {
  const { rows: cardTags } = await sql<{ name: string }>`
    SELECT name FROM card_tag WHERE owner_id = ${ownerId} ORDER BY id`.execute(db)
  const columns = cardColumns.fixed.filter(({ key }) => key !== 'cvv' || secrets !== undefined)
  const rowToFields = (row: CardRow): string[] => {
    const fixedFields = rowToFixedFields(row, secrets)
    return [...columns.map(({ key }) => fixedFields[key]), ...cardTags.map(({ name }) => row.tags[name] ?? '')]
  }
  return {
    headings: [...columns.map(({ heading }) => heading), ...cardTags.map(({ name }) => `Tag ${name}`)],
    readRows: async (page: Page): Promise<string[][]> => (await readCards(db, ownerId, page)).map(rowToFields),
  }
}

/** The fields of the fixed columns, without the tags. */
function rowToFixedFields(row: CardRow, secrets: Secrets | undefined): Readonly<Record<ColumnKey, string>> {
  const yesOrNo = (flag: boolean) => (flag ? 'yes' : 'no')
  return {
    trackingNumber: row.tracking_number,
    cardNumber: secrets ? secrets.decryptText(row.pan_cipher) : row.pan_masked,
    cvv: secrets ? decryptCvv(secrets, row.cvv_cipher) : '',
    campaign: row.campaign,
    sequenceNumber: row.sequence_number,
    customerReference: row.customer_reference,
    label: row.label,
    issued: instantToField(row.issued_at),
    expiry: row.expires_on,
    state: timesToFileState(row),
    // One column per status: activated, stopped, …
    ...mapStatuses((status) => instantToField(row[statusColumn(status)])),
    stopReason: row.stop_reason ?? '',
    kyc: yesOrNo(row.kyc_passed),
    magstripe: yesOrNo(row.magstripe_enabled),
    activationData: row.activation_data,
    currency: row.currency,
    balance: centsToDecimal(cents(row.balance_cents)),
  }
}

async function readCards(db: Db, ownerId: number, { after, upTo }: Page): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    SELECT c.tracking_number, c.pan_cipher, c.pan_masked, c.cvv_cipher, p.name AS campaign, c.sequence_number,
           c.customer_reference, c.label, c.issued_at, c.expires_on, ${selectStatusTimes}, r.short AS stop_reason,
           c.kyc_passed, c.magstripe_enabled, c.activation_data, a.currency, a.balance_cents,
           (SELECT coalesce(jsonb_object_agg(t.name, v.value), '{}') FROM card_tag_value v JOIN card_tag t ON t.id = v.tag_id
            WHERE v.card_id = c.id) AS tags
    FROM card c JOIN campaign p ON p.id = c.campaign_id JOIN account a ON a.card_id = c.id
    LEFT JOIN stop_reason r ON r.id = c.stop_reason_id
    WHERE c.owner_id = ${ownerId} AND c.id > ${after} AND c.id <= ${upTo} ORDER BY c.id`.execute(db)
  return rows
}
