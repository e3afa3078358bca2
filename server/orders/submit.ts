// Submits an order: checks everything again and stores the order, so that its cards can be approved and issued. Both
// types share this code; `orderTypes` defines their differences.
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
import { refuseLoadedOrderWhileHeld } from '#server/operations/user-changes.ts'
import { insertOrder, toFinalTime } from '#server/db/insert-order.ts'
import { findCampaignForOrder } from './campaigns.ts'
import { duplicateToMessage, findDuplicates } from './duplicates.ts'
import { enqueueFinalise } from './jobs.ts'
import { rowsToFingerprint, type SubmittedRow, validateRows } from './validate-rows.ts'
import { enqueueOrderMail } from './mail.ts'
import { rowsRefusal } from './rows-refusal.ts'

export const batchCardOrder: Handler<'batchCardOrder'> = async (context, params) => {
  const { campaignId, cardOrders, fileName, onlyIfNew, duplicateReason, ...header } = params
  // A physical order can run without an approval, so no approver would stop the order of a recently changed user.
  // Therefore such a user cannot order cards with money.
  const movesMoney = cardOrders.some(({ loadAmount }) => loadAmount > 0)
  const holdRefusal = movesMoney ? await refuseLoadedOrderWhileHeld(context) : undefined
  if (holdRefusal) return holdRefusal
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
  const duplicateReason = submission.duplicateReason?.trim() ?? ''
  const headerRefusal = header && refuseHeaderFields(header)
  if (headerRefusal) return headerRefusal
  const reasonRefusal = refuseCardNumber('duplicateReason', duplicateReason)
  if (reasonRefusal) return reasonRefusal
  const campaign = await findCampaignForOrder(context, type, { id: submission.campaignId, path: 'campaignId' })
  if ('refusalCode' in campaign) return campaign
  const validatedRows = validateRows(context, type, campaign, submission.rows)
  const invalidRowsRefusal = rowsRefusal(validatedRows, submission)
  if (invalidRowsRefusal) return invalidRowsRefusal
  const fingerprint = rowsToFingerprint(context, type, campaign.id, validatedRows)
  const duplicateCheck = await checkDuplicates(context, {
    fingerprint,
    // Without `onlyIfNew`, the caller allows duplicates.
    findEarlier: async () => (submission.onlyIfNew === true ? findDuplicates(context, fingerprint) : []),
    reason: duplicateReason,
    toMessage: (newest) => duplicateToMessage(context, newest, type),
  })
  if ('refusalCode' in duplicateCheck) return duplicateCheck

  const { db, viewer, jobs } = context
  const orderedAt = new Date(context.now())
  // The user did not write the file's name here, so a card number in the name is masked instead of refused.
  const originalName = maskCardNumbers(submission.fileName)
  const totals = {
    amountCents: sumCents(validatedRows.map(({ loadCents }) => loadCents)),
    feeCents: sumCents(validatedRows.map(({ feeCents }) => feeCents)),
  }
  const cardsCount = validatedRows.length
  const approvalTerms = await readTerms(context, type, {
    totalCents: totals.amountCents + totals.feeCents + campaign.issueFeeCents * cardsCount,
    largestRowCents: Math.max(...validatedRows.map(({ loadCents }) => loadCents)),
    rows: cardsCount,
    campaignId: campaign.id,
  })
  const headerColumns = header ? headerToColumns(header) : NO_HEADER
  const id = await insertOrder(db, {
    ownerId: viewer.ownerId,
    kind: type,
    campaignId: campaign.id,
    ...headerColumns,
    originalName,
    fingerprint,
    duplicateReason: duplicateReason === '' ? null : duplicateReason,
    ...totals,
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
    amount: money(totals.amountCents, campaign.currency),
    fees: totals.feeCents === 0 ? undefined : money(totals.feeCents, campaign.currency),
    quotationNumber: headerColumns.quotationNumber,
    plastic: headerColumns.plasticId,
    design: headerColumns.designId,
    duplicateReason,
  })
  // Null for a virtual order, which only waits for its approval.
  const finalAt = toFinalTime(type, orderedAt)
  if (finalAt) await enqueueFinalise(jobs, db, id, finalAt)
  if (approvalTerms) await enqueueWatch(context, { subject: 'order', id, since: orderedAt.getTime() })
  const needsApproval = type === 'virtual' || approvalTerms !== undefined
  await enqueueOrderMail(jobs, db, { orderId: id, event: needsApproval ? 'waiting' : 'placed' })
  context.afterCommit(() => jobs.wake())
  return { orderId: id }
}

const NO_HEADER = { quotationNumber: '', plasticId: '', designId: '' }

const headerToColumns = ({ quotationNumber, plasticid, designid }: Header) => ({
  quotationNumber: quotationNumber.trim(),
  plasticId: textToDesign(plasticid),
  designId: textToDesign(designid),
})

/** An empty plastic id or design id stands for design '1'. */
const textToDesign = (text: string): string => (text.trim() === '' ? '1' : text.trim())

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
  const refusalOf = (field: keyof Header) => headerRules[field](header[field]) ?? headerTextRefusal(header[field])
  const fields = Object.keys(headerRules) as (keyof Header)[]
  const invalidFields = fields.filter((field) => refusalOf(field) !== undefined)
  const [firstField] = invalidFields
  if (firstField === undefined) return undefined
  const errors = invalidFields.map((field) => ({ path: field, message: refusalOf(field) ?? '' }))
  // A function, because the audit trail stores the message in all languages (stored-text.ts).
  const toText = () => refusalOf(firstField) ?? ''
  return refuse(codes.refusedParameters, toText, { errors })
}
