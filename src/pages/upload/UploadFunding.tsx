// Warns the maker, before and after the submission, if the funding account does not cover the checked rows.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import type { Funding } from '#domain/funding/funds.ts'
import { centsToText } from '#domain/money.ts'
import { orderMoney } from '#domain/order/words.ts'
import type { UploadTypeInfo } from '#domain/uploads.ts'
import type { UploadContext } from '#machines/upload-steps.ts'
import { type FormatMoney, FundingNote, failingCardsText, failingLoadsText } from '#pages/shared/Funding.tsx'

interface UploadFundingProps {
  readonly typeInfo: UploadTypeInfo
  readonly context: UploadContext
  readonly isSubmitted?: boolean
  readonly startsCollapsed?: boolean
}

export function UploadFunding({ typeInfo, context, isSubmitted = false, startsCollapsed = false }: UploadFundingProps) {
  const funding = fundingOf(context)
  const { valid } = context.figures
  const { batch, order } = typeInfo
  const needsApproval = order ? order.needsApproval : true
  const failText = (failing: number): string => {
    if (order) return failingCardsText(failing, { total: valid, type: order.type })
    return failingLoadsText(failing, { total: valid, type: batch?.type ?? 'load' })
  }
  return (
    <FundingNote
      funding={funding}
      startsCollapsed={startsCollapsed}
      formatMoney={moneyFormatOf(typeInfo, funding)}
      failText={failText}
    >
      {!isSubmitted && `${m.upload_canBeSubmitted()} `}
      {needsApproval ? m.upload_topUpBeforeApproval() : m.upload_topUpBeforeFinal()}
    </FundingNote>
  )
}

/** Undefined if no account funds the upload, or if rows have changed since the check. */
export const fundingOf = ({ verification, figures }: UploadContext): Funding | undefined =>
  verification?.contentVersion === figures.contentVersion ? verification.funding : undefined

/** The function that formats amounts. Orders have the client's symbol, 'S$ 12.50'; batches have the code, 'SGD 12.50'. */
export function moneyFormatOf({ order }: UploadTypeInfo, funding: Funding | undefined): FormatMoney {
  if (order) return (amount) => orderMoney(amount, client.orderCurrencySymbol)
  return (amount) => `${funding?.currency ?? ''} ${centsToText(amount)}`
}
