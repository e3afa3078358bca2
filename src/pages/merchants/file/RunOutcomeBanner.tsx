// How the last run has ended, where not all came into the list that were meant to.
import type { MerchantFile } from '#flows/merchants/file.ts'
import { stopToText } from '#flows/merchants/file-words.ts'
import { useCell } from '#pages/shared/rows/useCell.ts'
import { Banner } from '#ui/Banner.tsx'

export function RunOutcomeBanner({ file }: { readonly file: MerchantFile }) {
  const outcome = useCell(file.outcome)
  if (!outcome || outcome.done === outcome.total) return null
  const { done, total, stop } = outcome
  return (
    <Banner
      kind="warning"
      title={`${done.toLocaleString('en')} of ${total.toLocaleString('en')} merchants signed up`}
      onClose={file.dismissOutcome}
    >
      {stop ? stopToText(stop) : 'The others were refused, or wait for an earlier answer: their rows say why.'} Nothing
      is lost: what is not in the list stays in the file.
    </Banner>
  )
}
