// Submits an order: checks everything again and stores it in the form that is approved and issued. Both types share
// this code; `orderTypes` defines their differences.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import { containsCardNumber, maskCardNumbers } from '#domain/cards/identifiers.ts'
import { sumCents } from '#domain/money.ts'
import { hasOddCharacters } from '#domain/texts/clean-text.ts'
import { designRefusal, quotationNumberRefusal } from '#domain/order/header.ts'
import type { OrderType } from '#domain/order/types.ts'
import { checkDuplicates } from '#server/approvals/duplicates.ts'
import { enqueueWatch } from '#server/approvals/watch.ts'
import { readTerms } from '#server/approvals/rules.ts'
import { money } from '#server/audit/audit-fields.ts'
import { type Handler, refuse, type Refusal, type SessionContext } from '#server/operations/context.ts'
import { refuseCardNumber } from '#server/operations/refuse-parameter.ts'
import { findLoadedOrderHold } from '#server/operations/user-changes.ts'
import { insertOrder, toFinalTime } from '#server/db/insert-order.ts'
import { findCampaignForOrder } from './campaigns.ts'
import { duplicateToMessage, findDuplicates } from './duplicates.ts'
import { enqueueFinalise } from './jobs.ts'
import { rowsToFingerprint, type SubmittedRow, validateRows } from './validate-rows.ts'
import { enqueueOrderMail } from './mail.ts'
import { rowsRefusal } from './rows-refusal.ts'

export const batchCardOrder: Handler<'batchCardOrder'> = async (context, params) => {
  const { campaignId, cardOrders, fileName, onlyIfNew, duplicateReason, ...header } = params
  // No one approves a physical order, so its money is held here.
  const hold = cardOrders.some(({ loadAmount }) => loadAmount > 0) ? await findLoadedOrderHold(context) : undefined
  if (hold) return hold
  const submitted = await submit(context, {
    type: 'physical',
    rowsPath: 'cardOrders',
    rows: cardOrders,
    campaignId,
    fileName,
    onlyIfNew,
    duplicateReason,
    header,
  })
  return 'refusalCode' in submitted ? submitted : { cardOrderId: String(submitted.orderId) }
}

export const submitVirtualCardOrder: Handler<'submitVirtualCardOrder'> = async (context, params) => {
  const { campaignId, virtualCardOrders, fileName, onlyIfNew, duplicateReason } = params
  const submitted = await submit(context, {
    type: 'virtual',
    rowsPath: 'virtualCardOrders',
    rows: virtualCardOrders,
    campaignId,
    fileName,
    onlyIfNew,
    duplicateReason,
  })
  return 'refusalCode' in submitted ? submitted : { virtualCardOrdersBatchLoadId: String(submitted.orderId) }
}

interface Header {
  readonly quotationNumber: string
  readonly plasticid: string
  readonly designid: string
}

interface Submission {
  readonly type: OrderType
  /** The parameter that contains the rows. */
  readonly rowsPath: 'cardOrders' | 'virtualCardOrders'
  readonly rows: readonly SubmittedRow[]
  readonly campaignId: string
  readonly fileName: string
  readonly onlyIfNew: boolean | undefined
  readonly duplicateReason: string | undefined
  /** Only for types with a header. */
  readonly header?: Header
}

async function submit(
  context: SessionContext,
  submission: Submission,
): Promise<{ readonly orderId: number } | Refusal> {
  const { type, header } = submission
  const reason = submission.duplicateReason?.trim() ?? ''
  const refused = (header && refuseHeaderFields(header)) ?? refuseCardNumber('duplicateReason', reason)
  if (refused) return refused
  const campaign = await findCampaignForOrder(context, type, { id: submission.campaignId, path: 'campaignId' })
  if ('refusalCode' in campaign) return campaign
  const validatedRows = validateRows(context, type, campaign, submission.rows)
  const refusedRows = rowsRefusal(validatedRows, submission)
  if (refusedRows) return refusedRows
  const fingerprint = rowsToFingerprint(context, type, campaign.id, validatedRows)
  const duplicateCheck = await checkDuplicates(context, {
    fingerprint,
    findEarlier: () => (submission.onlyIfNew === true ? findDuplicates(context, fingerprint) : Promise.resolve([])),
    reason,
    toMessage: (newest) => duplicateToMessage(context, newest, type),
  })
  if ('refusalCode' in duplicateCheck) return duplicateCheck

  const { db, viewer, jobs } = context
  const orderedAt = new Date(context.now())
  // The name comes from the file and not from the user. A card number in it is therefore masked, not refused.
  const originalName = maskCardNumbers(submission.fileName)
  const sums = {
    amountCents: sumCents(validatedRows.map(({ loadCents }) => loadCents)),
    feeCents: sumCents(validatedRows.map(({ feeCents }) => feeCents)),
  }
  const cardsCount = validatedRows.length
  const approvalTerms = await readTerms(context, type, {
    totalCents: sums.amountCents + sums.feeCents + campaign.issueFeeCents * cardsCount,
    largestRowCents: Math.max(...validatedRows.map(({ loadCents }) => loadCents)),
    rows: cardsCount,
    campaignId: campaign.id,
  })
  const quotationNumber = header?.quotationNumber.trim() ?? ''
  // An empty plastic id or design id means '1'.
  const plasticId = header ? header.plasticid.trim() || '1' : ''
  const designId = header ? header.designid.trim() || '1' : ''
  const id = await insertOrder(db, {
    ownerId: viewer.ownerId,
    kind: type,
    campaignId: campaign.id,
    quotationNumber,
    plasticId,
    designId,
    originalName,
    fingerprint,
    duplicateReason: reason || null,
    ...sums,
    issueFeeCents: campaign.issueFeeCents,
    orderedBy: viewer.userId,
    orderedAt,
    approvalTerms,
    rows: validatedRows,
  })
  context.setSubject('order', id)
  context.recordValues({
    campaigns: [campaign.id],
    fileName: originalName,
    cards: validatedRows.length,
    amount: money(sums.amountCents, campaign.currency),
    fees: sums.feeCents === 0 ? undefined : money(sums.feeCents, campaign.currency),
    quotationNumber,
    plastic: plasticId,
    design: designId,
    duplicateReason: reason,
  })
  // An order that needs no approval becomes final when it can no longer be cancelled. Others wait for approval.
  const finalAt = toFinalTime(type, orderedAt)
  if (finalAt) await enqueueFinalise(jobs, db, id, finalAt)
  if (approvalTerms) await enqueueWatch(context, 'order', { id, since: orderedAt.getTime() })
  await enqueueOrderMail(jobs, db, { orderId: id, event: finalAt && !approvalTerms ? 'placed' : 'waiting' })
  context.afterCommit(() => jobs.wake())
  return { orderId: id }
}

function headerTextRefusal(text: string): string | undefined {
  if (hasOddCharacters(text.trim())) return m.common_invalidInputFormat()
  return containsCardNumber(text) ? m.common_removeCardNumber() : undefined
}

const headerRules: Readonly<Record<keyof Header, (text: string) => string | undefined>> = {
  quotationNumber: quotationNumberRefusal,
  plasticid: designRefusal,
  designid: designRefusal,
}

function refuseHeaderFields(header: Header): Refusal | undefined {
  const messageOf = (field: keyof Header) => headerRules[field](header[field]) ?? headerTextRefusal(header[field])
  const fields = Object.keys(headerRules) as (keyof Header)[]
  const invalidFields = fields.filter((field) => messageOf(field) !== undefined)
  const [firstField] = invalidFields
  if (firstField === undefined) return undefined
  const errors = invalidFields.map((field) => ({ path: field, message: messageOf(field) ?? '' }))
  // Called again for the audit trail, which stores the text in another form (stored-text.ts).
  return refuse(codes.refusedParameters, () => messageOf(firstField) ?? '', { errors })
}
