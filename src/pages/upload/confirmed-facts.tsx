// The facts that a maker confirms: figures and options of a batch, or header and cost of an order
// (docs/rules/orders.md, "Confirmation and submission").
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { identifierTypes } from '#domain/cards/identifiers.ts'
import { type Cents, cents } from '#domain/money.ts'
import { emptyHeader } from '#domain/order/header.ts'
import { orderTypes } from '#domain/order/types.ts'
import { scheduleToInstant } from '#domain/batch/schedule.ts'
import type { UploadTypeInfo } from '#domain/uploads.ts'
import { optionsToProposedDate } from '#flows/upload/proposed-time.ts'
import type { UploadContext } from '#machines/upload-steps.ts'
import { showsFeeFigure } from '#pages/shared/fees.ts'
import type { Fact } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { numberToText } from '#words/figures.ts'
import { useCampaigns } from './useCampaigns.ts'

export function batchToFacts(typeInfo: UploadTypeInfo, context: UploadContext, currency: string | undefined): Fact[] {
  const { figures, options } = context
  const { batch } = typeInfo
  const renderMoney = (amount: Cents) => <Money cents={amount} currency={currency} />
  const totalAmount = (
    <span className="text-lg">
      <Money strong cents={figures.amountCents} currency={currency} />
    </span>
  )
  const hasFee = typeInfo.fee !== 'none' && showsFeeFigure(figures.feeCents)
  const canAcceptUnknownCards = batch?.options.includes('noIdentifierValidation') === true
  const facts: (Fact | false)[] = [
    { label: capitalise(typeInfo.noun.many), value: largeCount(figures.valid) },
    typeInfo.hasAmount && { label: m.common_amount(), value: totalAmount },
    hasFee && { label: m.common_fee(), value: renderMoney(figures.feeCents) },
    batch?.label !== undefined && { label: batch.label.text, value: options.reference },
    { label: m.common_fileLabel(), value: context.file?.name },
    { label: m.upload_cardsIdentifiedByLabel(), value: identifierTypes[options.identifierType].label },
    canAcceptUnknownCards && {
      label: m.upload_unknownCards(),
      value: options.noIdentifierValidation ? m.upload_acceptedFailAtProcessing() : m.upload_notAccepted(),
    },
    options.fillUp && { label: m.upload_amountsAre(), value: m.upload_missingToTarget() },
    batch?.offersRetire === true && {
      label: m.common_cardsLabel(),
      value: options.retire ? m.upload_retiredForGood() : m.upload_notRetired(),
    },
    ...checkedFacts(context),
    ...skippedFacts(context),
    ...removedFacts(context),
  ]
  return facts.filter((fact) => fact !== false)
}

/** The proposed time of a submitted batch. Before the submission, the fields of the time show it. */
export function proposedTimeFacts(options: UploadContext['options']): Fact[] {
  const proposedDate = optionsToProposedDate(options)
  const time = proposedDate && scheduleToInstant(proposedDate, client.timeZone)
  return time ? [{ label: m.common_proposedFor(), value: <Instant value={time} /> }] : []
}

/** The facts of an order; empty for a batch. */
export function useOrderFacts({ order }: UploadTypeInfo, context: UploadContext): Fact[] {
  const { options, figures, verification, file } = context
  // A hook must be called for a batch too, with any type of order.
  const { nameOf } = useCampaigns(order ?? orderTypes.virtual, options.campaignId)
  if (!order) return []
  const renderMoney = (amount: Cents) => <Money cents={amount} currency={client.orderCurrencySymbol} />
  const totalAmount = (
    <span className="text-lg">
      <Money strong cents={figures.amountCents} currency={client.orderCurrencySymbol} />
    </span>
  )
  const feePerCard = verification?.issueFeeCents ?? 0
  const issueFee = (
    <>
      {renderMoney(cents(feePerCard * figures.valid))}{' '}
      <span className="text-sm text-muted">
        ({renderMoney(cents(feePerCard))} {m.upload_perCard()})
      </span>
    </>
  )
  const { hasQuotation } = order
  const plasticId = options.plasticId.trim() || emptyHeader.plasticId
  const designId = options.designId.trim() || emptyHeader.designId
  const facts: (Fact | false)[] = [
    { label: m.common_campaign(), value: nameOf(options.campaignId) },
    hasQuotation && { label: m.common_plasticId(), value: plasticId },
    hasQuotation && { label: m.common_designId(), value: designId },
    hasQuotation && { label: m.common_quotationNumber(), value: options.quotationNumber.trim() },
    { label: m.upload_numberOf({ many: order.noun.many }), value: largeCount(figures.valid) },
    hasQuotation && { label: m.upload_totalOrderFee(), value: renderMoney(figures.feeCents) },
    { label: m.common_totalLoadAmount(), value: totalAmount },
    { label: m.upload_cardIssueFee(), value: issueFee },
    { label: m.common_fileLabel(), value: file?.name },
    ...checkedFacts(context),
    figures.toFix > 0 && { label: m.upload_withErrors(), value: m.upload_rowsLeftOut({ toFix: figures.toFix }) },
    ...removedFacts(context),
  ]
  return facts.filter((fact) => fact !== false)
}

const checkedFacts = ({ verification }: UploadContext): Fact[] =>
  verification ? [{ label: m.upload_checkedByServer(), value: <Instant value={verification.at} /> }] : []

export const skippedFacts = ({ figures: { skipped } }: UploadContext): Fact[] =>
  skipped > 0 ? [{ label: m.upload_skipped(), value: m.batches_cardsAreAtTarget({ count: skipped }) }] : []

const removedFacts = ({ figures: { removed } }: UploadContext): Fact[] =>
  removed > 0 ? [{ label: m.common_leftOut(), value: m.upload_rowsRemoved({ removed }) }] : []

const largeCount = (count: number) => <span className="figures text-lg font-semibold">{numberToText(count)}</span>
