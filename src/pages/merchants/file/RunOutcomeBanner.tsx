// The outcome of the last run, if not all merchants were added.
import { useSelector } from '@xstate/react'
import type { MerchantFile } from '#flows/merchants/file.ts'
import { stopToText } from '#flows/merchants/file-run.ts'
import { Banner } from '#ui/Banner.tsx'
import * as phrases from '#words/pages/merchants/file.ts'

export function RunOutcomeBanner({ file }: { readonly file: MerchantFile }) {
  const outcome = useSelector(file.actor, ({ context }) => context.outcome)
  if (!outcome || outcome.done === outcome.total) return null
  const { done, total, stop } = outcome
  return (
    <Banner
      kind="warning"
      title={phrases.ofMerchantsSignedUp(done, total)}
      onClose={() => file.actor.send({ type: 'outcome.closed' })}
    >
      {phrases.nothingIsLost(stop && stopToText(stop))}
    </Banner>
  )
}
