// Shows how many merchants the last sign-up from the file added, and why it stopped, if it did not add all of them.
import { m } from '#words/messages.js'
import { useSelector } from '@xstate/react'
import type { MerchantFile } from '#flows/merchants/file.ts'
import { stopToText } from '#flows/merchants/file-run.ts'
import { Banner } from '#ui/Banner.tsx'

export function RunOutcomeBanner({ file }: { readonly file: MerchantFile }) {
  const outcome = useSelector(file.actor, ({ context }) => context.outcome)
  if (!outcome || outcome.done === outcome.total) return null
  const { done, total, stop } = outcome
  const reason = stop && stopToText(stop)
  return (
    <Banner
      kind="warning"
      title={m.merchants_ofMerchantsSignedUp({ done, total })}
      onClose={() => file.actor.send({ type: 'outcome.closed' })}
    >
      {m.merchants_nothingIsLost({
        hasReason: reason === undefined ? 'no' : 'yes',
        reason: reason ?? '',
      })}
    </Banner>
  )
}
