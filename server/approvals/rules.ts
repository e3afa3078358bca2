// Reads the approval rules in force, and applies them to the batch or order that is being submitted.
import { sql } from 'kysely'
import {
  type ApprovalRules,
  type ApprovalSubject,
  type ApprovalTerms,
  NO_RULES,
  rulesToTerms,
} from '#domain/approvals/rules.ts'
import type { Db, SessionContext } from '#server/operations/context.ts'

/** The rules in force: the newest confirmed set. */
export async function readRules(db: Db, ownerId: number): Promise<ApprovalRules> {
  const row = await db
    .selectFrom('approval_rules')
    .select('rules')
    .where('owner_id', '=', ownerId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.rules ?? NO_RULES
}

interface Submission {
  /** Including all fees. */
  readonly totalCents: number
  readonly largestRowCents: number
  /** The number of rows. */
  readonly rows: number
}

interface OrderSubmission extends Submission {
  readonly campaignId: number
}

/** The id of a card is null if the card is not known yet. */
interface BatchSubmission extends Submission {
  /** The cards of all rows. */
  readonly cardIds: readonly (number | null)[]
  /** The cards that receive money. */
  readonly receiverIds: readonly (number | null)[]
}

/** What the approval rules require for this submission. Undefined if no rule applies to the submission. */
export async function readTerms(
  { db, viewer }: SessionContext,
  subject: ApprovalSubject,
  submission: OrderSubmission | BatchSubmission,
): Promise<ApprovalTerms | undefined> {
  const rules = await readRules(db, viewer.ownerId)
  if (rules.tiers.length === 0 && rules.limits.length === 0) return undefined
  const tiers = rules.tiers.filter((tier) => tier.subject === subject)
  const cardFacts = 'campaignId' in submission ? toCardFacts(submission) : await findCardFacts(db, tiers, submission)
  const groups = await db
    .selectFrom('user_group')
    .select(['id', 'name'])
    .where('owner_id', '=', viewer.ownerId)
    .execute()
  const nameOfGroup = (id: number) => groups.find((group) => group.id === id)?.name ?? String(id)
  return rulesToTerms(rules, subject, { ...submission, ...cardFacts }, nameOfGroup)
}

/** All cards of an order are new. */
const toCardFacts = ({ campaignId, rows }: OrderSubmission) => ({ campaignIds: [campaignId], firstTimeCards: rows })

/** Looks up the campaigns of a batch if a tier depends on them, and the first-time cards if a tier counts them. */
async function findCardFacts(db: Db, tiers: ApprovalRules['tiers'], { cardIds, receiverIds }: BatchSubmission) {
  const needsCampaigns = tiers.some(({ campaignIds }) => campaignIds.length > 0)
  const needsFirstTimeCards = tiers.some(({ measure }) => measure === 'firstTimeCards')
  return {
    // Undefined also stands for any campaign, but then no tier depends on the campaigns.
    campaignIds: needsCampaigns ? await findCampaigns(db, cardIds) : undefined,
    firstTimeCards: needsFirstTimeCards ? await countFirstTimeCards(db, receiverIds) : 0,
  }
}

const isKnown = (id: number | null): id is number => id !== null

/** The campaigns of the cards. Undefined if a card is not known yet, because such a card can be of any campaign. */
async function findCampaigns(db: Db, cardIds: readonly (number | null)[]): Promise<number[] | undefined> {
  const knownIds = cardIds.filter(isKnown)
  if (knownIds.length < cardIds.length) return undefined
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT campaign_id AS id FROM card WHERE id = ANY (${knownIds}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts the cards that no batch, order or event has loaded, and the cards that are not known yet. */
async function countFirstTimeCards(db: Db, cardIds: readonly (number | null)[]): Promise<number> {
  const knownIds = [...new Set(cardIds.filter(isKnown))]
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM account a WHERE a.card_id = ANY (${knownIds}::bigint[]) AND NOT EXISTS (
      SELECT FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE e.account_id = a.id AND t.kind = 'load'
    )`.execute(db)
  const neverLoadedCount = rows[0]?.count ?? 0
  const unknownCount = cardIds.filter((id) => !isKnown(id)).length
  return neverLoadedCount + unknownCount
}
