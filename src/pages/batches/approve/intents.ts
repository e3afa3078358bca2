// What a checker has decided and the host has not answered yet, by batch (flows/intents).
import { createIntents } from '#flows/intents.ts'

export type Decision = 'approve' | 'reject'

export interface Intent {
  readonly requestId: string
  readonly batchId: string
  readonly decision: Decision
  /** "4,812 loads, SGD 96,240.00", for words about it when the batch is no longer on screen. */
  readonly size: string
  /** The fingerprint that the checker saw. */
  readonly fingerprint: string
  /** Of a rejection; a repeat must carry the same one. */
  readonly reason: string | undefined
}

export const {
  useUnanswered: useIntents,
  store: storeIntent,
  forget: forgetIntent,
} = createIntents<Intent>({
  key: 'intents of batch decisions',
  about: ({ batchId }) => batchId,
  isSame: (earlier, wanted) => earlier.decision === wanted.decision,
})
