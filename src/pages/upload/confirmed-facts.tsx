// The facts that a maker confirms: figures and options of a batch, or header and cost of an order
// (docs/rules/orders.md, "Confirmation and submission").
import { client } from '#brand/current.ts'
import { capital } from '#domain/batch/words.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { type Cents, cents } from '#domain/money.ts'
import { noHeader } from '#domain/order/header.ts'
import { orderKinds } from '#domain/order/kinds.ts'
import type { UploadKind } from '#domain/uploads.ts'
import type { UploadContext } from '#machines/upload-steps.ts'
import type { Fact } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { number } from '#words/figures.ts'
import * as say from '#words/pages/upload.ts'
import { useCampaigns } from './useCampaigns.ts'

export function batchToFacts(kind: UploadKind, context: UploadContext, currency: string | undefined): Fact[] {
  const { figures, options } = context
  const { batch } = kind
  const money = (amount: Cents, strong = false) => <Money strong={strong} cents={amount} currency={currency} />
  return [
    { label: capital(kind.noun.many), value: large(figures.valid) },
    ...(kind.hasAmount
      ? [{ label: say.amount, value: <span className="text-lg">{money(figures.amountCents, true)}</span> }]
      : []),
    ...(client.flags.hideFees || kind.fee === 'none' ? [] : [{ label: say.fee, value: money(figures.feeCents) }]),
    ...(batch?.label ? [{ label: batch.label.text, value: options.reference }] : []),
    { label: say.file, value: context.file?.name },
    { label: say.cardsIdentifiedByLabel, value: identifierKinds[options.identifierType].label },
    ...(batch?.options.includes('noIdentifierValidation')
      ? [
          {
            label: say.unknownCards,
            value: options.noIdentifierValidation ? say.acceptedFailAtProcessing : say.notAccepted,
          },
        ]
      : []),
    ...(options.fillUp ? [{ label: say.amountsAre, value: say.missingToTarget }] : []),
    ...(batch?.offersRetire
      ? [{ label: say.cards, value: options.retire ? say.retiredWithItForGood : say.notRetired }]
      : []),
    ...checkedFacts(context),
    ...removedFacts(context),
  ]
}

/** Empty for a batch. */
export function useOrderFacts({ order }: UploadKind, context: UploadContext): Fact[] {
  const { options, figures, verification, file } = context
  const { nameOf } = useCampaigns(order ?? orderKinds.virtual, options.campaignId)
  if (!order) return []
  const money = (amount: Cents, strong = false) => (
    <Money strong={strong} cents={amount} currency={client.orderCurrencySymbol} />
  )
  const issueFee = verification?.issueFeeCents ?? 0
  return [
    { label: say.campaign, value: nameOf(options.campaignId) },
    ...(order.hasQuotation
      ? [
          { label: say.plasticId, value: options.plasticId.trim() || noHeader.plasticId },
          { label: say.designId, value: options.designId.trim() || noHeader.designId },
          { label: say.quotationNumber, value: options.quotationNumber.trim() },
        ]
      : []),
    { label: say.numberOf(order.noun.many), value: large(figures.valid) },
    ...(order.hasQuotation ? [{ label: say.totalOrderFee, value: money(figures.feeCents) }] : []),
    { label: say.totalLoadAmount, value: <span className="text-lg">{money(figures.amountCents, true)}</span> },
    {
      label: say.cardIssueFee,
      value: (
        <>
          {money(cents(issueFee * figures.valid))}{' '}
          <span className="text-sm text-muted">
            ({money(cents(issueFee))} {say.perCard})
          </span>
        </>
      ),
    },
    { label: say.file, value: file?.name },
    ...checkedFacts(context),
    ...(figures.toFix > 0 ? [{ label: say.withErrors, value: say.leftOut(figures.toFix) }] : []),
    ...removedFacts(context),
  ]
}

const checkedFacts = ({ verification }: UploadContext): Fact[] =>
  verification ? [{ label: say.checkedByServer, value: <Instant value={verification.at} /> }] : []

const removedFacts = ({ figures: { removed } }: UploadContext): Fact[] =>
  removed > 0 ? [{ label: say.leftOutLabel, value: say.removedBy(removed) }] : []

const large = (count: number) => <span className="figures text-lg font-semibold">{number(count)}</span>
