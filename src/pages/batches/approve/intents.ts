// What a checker has decided and the host has not answered yet, by batch (flows/intents).
import type { BatchLoadFile } from '#contract/batches.ts'
import { createIntents, type Sent } from '#flows/intents.ts'

/** Everything that changes a batch. */
export type Decision = 'approve' | 'reject' | 'retry' | 'close' | 'comments'

/** What goes with it; a repeat must carry the same. */
export interface DecisionDetails {
  /** Of an approval: 'yyyy-mm-dd HH:mm:00' in the programme's time; at once without it. */
  readonly scheduledDate?: string | undefined
  /** Of a rejection. */
  readonly reason?: string | undefined
  /** Of closing, and of the change of what was said then. */
  readonly comments?: string | undefined
}

export interface Intent extends DecisionDetails, Sent {
  readonly batchId: string
  readonly decision: Decision
  /** "4,812 loads, SGD 96,240.00", for words about it when the batch is no longer on screen. */
  readonly size: string
  /** The fingerprint that the checker saw. */
  readonly fingerprint: string
}

export const {
  useUnanswered: useIntents,
  store: storeIntent,
  forget: forgetIntent,
} = createIntents<Intent>({
  key: 'intents of batch decisions',
  about: ({ batchId }) => batchId,
  // The host lets one decision alone stand; another than the unanswered one is a new intent.
  givesWay: (earlier, wanted) => earlier.decision !== wanted.decision,
})

/** A decision on its way to the dialog. */
export interface Deciding {
  readonly decision: Decision
  readonly file: BatchLoadFile
}
