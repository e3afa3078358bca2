// What a decision will do, in a sentence.
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { amountOf, countOf } from './rows.ts'

/** Says at once what is posted, from where, and that it stays. */
export function approvalEffect(file: BatchLoadFile): string {
  const total = amountOf(file.LOADSAMOUNT, file.CURRENCY)
  const fee = client.flags.hideFees ? '' : ` and a fee of ${amountOf(file.FEEAMOUNT, file.CURRENCY)}`
  return (
    `${countOf(file.LOADSCOUNT)} of ${total} in all${fee} will be taken from the funding account and put on the cards ` +
    'as soon as you approve. An approval cannot be taken back.'
  )
}

export const rejectionEffect = (file: BatchLoadFile): string =>
  `None of the ${countOf(file.LOADSCOUNT)} will be carried out and no money moves. The uploader can upload the file again. ` +
  'A rejection cannot be taken back.'
