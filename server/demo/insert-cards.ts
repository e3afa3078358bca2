// Inserts the demo cards in the same way as `import cards`: stages the cards, and then moves them to their tables.
// Unlike imported cards, demo cards have fixed ids, PINs and holders.
import { cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Db } from '#server/operations/context.ts'
import {
  type CardToStage,
  insertStagedCards,
  nextStagedCards,
  stageCards,
} from '#server/programme/import/cards/stage.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { cardTags } from './campaigns.ts'
import type { DemoCardRow } from './cards.ts'

/** How many days ago the stopped cards were stopped, and the retired cards retired. */
const STOPPED_DAYS_AGO = 5
const RETIRED_DAYS_AGO = 11

const CARDS_PER_CHUNK = 10_000
const BEFORE_FIRST_LINE = -1

/** Stages the cards. `midnight` is the start of today. */
export const stageDemoCards = (
  db: Db,
  secrets: Secrets,
  cards: readonly DemoCardRow[],
  midnight: Date,
): Promise<void> =>
  stageCards(
    db,
    secrets,
    cards.map((card) => demoCardToStage(card, midnight)),
  )

/** Inserts all staged cards. */
export async function insertStagedDemoCards(trx: Db, midnight: Date): Promise<void> {
  let chunk = await nextStagedCards(trx, BEFORE_FIRST_LINE, CARDS_PER_CHUNK)
  while (chunk) {
    await insertStagedCards(trx, chunk, midnight)
    chunk = await nextStagedCards(trx, chunk.upTo, CARDS_PER_CHUNK)
  }
}

/** The values of the card's tags, by the names of the tags. */
function tagsByName({ tags }: DemoCardRow): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const [index, name] of cardTags.entries()) {
    const value = tags[index]
    if (value !== undefined) values[name] = value
  }
  return values
}

function demoCardToStage(card: DemoCardRow, midnight: Date): CardToStage {
  const daysAgo = (days: number) => new Date(midnight.getTime() - days * DAY_MS)
  const issuedAt = new Date(`${card.issuedOn}T00:00:00Z`)
  return {
    line: card.index,
    ownerId: card.campaign.ownerId,
    campaignId: card.campaign.id,
    pan: card.pan,
    trackingNumber: card.trackingNumber,
    cvv: card.cvv,
    sequenceNumber: card.sequenceNumber,
    customerReference: card.customerReference,
    label: '',
    activationData: card.customerReference,
    expiresOn: card.expiresOn,
    issuedAt,
    statusTimes: {
      activated: card.state === 'notActivated' ? null : issuedAt,
      stopped: card.state === 'stopped' ? daysAgo(STOPPED_DAYS_AGO) : null,
      retired: card.state === 'retired' ? daysAgo(RETIRED_DAYS_AGO) : null,
    },
    stopReasonId: card.stopReasonId,
    kycPassed: card.kycPassed,
    magstripe: card.magstripe,
    tags: tagsByName(card),
    // 0, because the whole balance comes from the history.
    balanceCents: cents(0),
    fixedIds: { id: card.id, accountId: card.accountId, pin: card.pin },
    holder: { name: card.name, phone: card.phone, idNumber: card.idNumber, customerId: card.customerId },
  }
}
