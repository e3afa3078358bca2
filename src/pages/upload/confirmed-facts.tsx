// What a maker confirms, as facts: of a batch its figures and what was chosen for it, of an order its header and what it costs
// (batches §2 "Confirmation").
import { client } from '#brand/current.ts'
import { capital } from '#domain/batch/words.ts'
import { identifierKinds } from '#domain/cards/identifiers.ts'
import { type Cents, cents } from '#domain/money.ts'
import { noHeader } from '#domain/order/header.ts'
import { orderKinds } from '#domain/order/kinds.ts'
import { ORDER_CURRENCY } from '#domain/order/words.ts'
import { counted } from '#words/figures.ts'
import type { UploadKind } from '#domain/uploads.ts'
import type { UploadContext } from '#machines/upload-steps.ts'
import type { Fact } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Money } from '#ui/Money.tsx'
import { useCampaigns } from './useCampaigns.ts'

export function batchToFacts(kind: UploadKind, context: UploadContext, currency: string | undefined): Fact[] {
  const { figures, options } = context
  const { batch } = kind
  const money = (amount: Cents, strong = false) => (
    <Money strong={strong} cents={amount} {...(currency && { currency })} />
  )
  return [
    { label: capital(kind.noun.many), value: large(figures.valid) },
    ...(kind.hasAmount
      ? [{ label: 'Amount', value: <span className="text-lg">{money(figures.amountCents, true)}</span> }]
      : []),
    ...(client.flags.hideFees || kind.fee === 'none' ? [] : [{ label: 'Fee', value: money(figures.feeCents) }]),
    ...(batch?.label ? [{ label: batch.label.text, value: options.reference }] : []),
    { label: 'File', value: context.file?.name },
    { label: 'Cards named by', value: identifierKinds[options.identifierType].label },
    ...(batch?.options.includes('noIdentifierValidation')
      ? [
          {
            label: 'Unknown cards',
            value: options.noIdentifierValidation ? 'Accepted, fail at processing' : 'Not accepted',
          },
        ]
      : []),
    ...(batch?.offersRetire
      ? [{ label: 'Cards', value: options.retire ? 'Retired with it, for good' : 'Not retired' }]
      : []),
    ...checkedFacts(context),
    ...removedFacts(context),
  ]
}

/** None of them for a batch. */
export function useOrderFacts({ order }: UploadKind, context: UploadContext): Fact[] {
  const { options, figures, verification, file } = context
  const { nameOf } = useCampaigns(order ?? orderKinds.virtual, options.campaignId)
  if (!order) return []
  const money = (amount: Cents, strong = false) => <Money strong={strong} cents={amount} currency={ORDER_CURRENCY} />
  const issueFee = verification?.issueFeeCents ?? 0
  return [
    { label: 'Campaign', value: nameOf(options.campaignId) },
    ...(order.hasQuotation
      ? [
          { label: 'Plastic ID', value: options.plasticId.trim() || noHeader.plasticId },
          { label: 'Design ID', value: options.designId.trim() || noHeader.designId },
          { label: 'Quotation Number', value: options.quotationNumber.trim() },
        ]
      : []),
    { label: `Number of ${order.noun.many}`, value: large(figures.valid) },
    ...(order.hasQuotation ? [{ label: 'Total order fee', value: money(figures.feeCents) }] : []),
    { label: 'Total load amount', value: <span className="text-lg">{money(figures.amountCents, true)}</span> },
    {
      label: 'Card issue fee',
      value: (
        <>
          {money(cents(issueFee * figures.valid))}{' '}
          <span className="text-sm text-muted">({money(cents(issueFee))} per card)</span>
        </>
      ),
    },
    { label: 'File', value: file?.name },
    ...checkedFacts(context),
    ...(figures.toFix > 0
      ? [{ label: 'With errors', value: `${counted(figures.toFix, 'row', 'rows')} left out` }]
      : []),
    ...removedFacts(context),
  ]
}

const checkedFacts = ({ verification }: UploadContext): Fact[] =>
  verification ? [{ label: 'Checked by the host', value: <Instant value={verification.at} /> }] : []

const removedFacts = ({ figures: { removed } }: UploadContext): Fact[] =>
  removed > 0 ? [{ label: 'Left out', value: `${counted(removed, 'row', 'rows')} removed by you` }] : []

const large = (count: number) => <span className="figures text-lg font-semibold">{count.toLocaleString('en')}</span>
