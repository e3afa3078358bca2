// Judges the rows of a file as the host knows them: the checks of the worker again, then the cards' facts, in two statements.
import { findingBit, type FindingSet } from '#domain/batch/findings.ts'
import { judgeLoads } from '#domain/batch/judge.ts'
import type { AdditionalValidation, BatchType } from '#domain/batch/kinds.ts'
import { checkRow, type CheckedRow, findDuplicates, identifierToFindings } from '#domain/batch/rows.ts'
import type { CardFacts } from '#domain/batch/verdicts.ts'
import type { IdentifierType } from '#domain/cards/identifiers.ts'
import { instantToDate } from '#domain/dates.ts'
import { type Cents, cents, centsToWire, wireToCents } from '#domain/money.ts'
import type { SessionContext } from '#server/context.ts'
import { campaignRules, type CampaignRules, rowToCardFacts } from '#server/ledger/card-facts.ts'
import { findCards, type FoundCard } from './facts.ts'

/** One row as it is sent (contract `batchElement`). */
export interface Element {
  readonly identifier: string
  readonly identifierTo?: string | undefined
  /** With exactly two decimals. */
  readonly amount: string
}

export interface FileToJudge {
  readonly type: BatchType
  readonly identifierType: IdentifierType
  readonly validation: readonly AdditionalValidation[]
  readonly elements: readonly Element[]
}

export interface JudgedRow {
  readonly row: CheckedRow
  readonly facts: CardFacts
  readonly card: FoundCard | undefined
  readonly campaign: CampaignRules | undefined
  /** The charge of fee type 14; 0 for an unknown card. */
  readonly feeCents: Cents
  readonly findings: FindingSet
}

/** Every row in the order sent, with what the host found. */
export async function judgeFile(context: SessionContext, file: FileToJudge): Promise<JudgedRow[]> {
  const { elements, identifierType } = file
  const wellFormed = elements
    .map((element) => element.identifier)
    .filter((identifier) => identifierToFindings(identifier, identifierType) === 0)
  const campaigns = await campaignRules(context.db, context.viewer.ownerId)
  const cards = await findCards(context.db, context.secrets, {
    ownerId: context.viewer.ownerId,
    identifierType,
    identifiers: [...new Set(wellFormed)],
    today: instantToDate(context.now(), context.client.timeZone),
  })
  const duplicates = findDuplicates(elements.map((element) => element.identifier))
  const rows = elements.map((element, index) => {
    const row = elementToRow(element, index, file)
    const card = cards.get(element.identifier)
    const campaign = card && campaigns.get(card.campaign_id ?? 0)
    const found = row.findings | (duplicates.has(index) ? findingBit('duplicate') : 0)
    return { row, card, campaign, found, facts: rowToCardFacts(card, campaigns) }
  })
  const findings = judgeLoads(
    rows.map(({ row, card, campaign, found, facts }) => ({
      cardKey: card?.card_id ?? row.identifier,
      amountCents: row.amountCents,
      feeCents: campaign?.batchFeeCents ?? NO_FEE,
      card: identifierToFindings(row.identifier, identifierType) === 0 ? facts : undefined,
      findings: found,
    })),
    { validation: file.validation },
  )
  return rows.map(({ row, card, campaign, facts }, index) => ({
    row,
    card,
    campaign,
    facts,
    feeCents: campaign?.batchFeeCents ?? NO_FEE,
    findings: findings[index] ?? 0,
  }))
}

const NO_FEE = 0 as Cents

// The wire's "0.00" stands for an amount that is missing or zero; a negative one for itself.
function elementToRow(element: Element, index: number, file: FileToJudge): CheckedRow {
  const identifierTo = element.identifierTo ?? ''
  return checkRow(
    {
      rowNumber: index + 1,
      identifier: element.identifier,
      identifierTo,
      amountText: centsToWire(wireToCents(element.amount) ?? cents(0)),
      fieldCount: identifierTo === '' ? 2 : 3,
    },
    { type: file.type, identifierType: file.identifierType },
  )
}
