// Sends one decision and says how it ended. A missing answer is neither a yes nor a no: the intent stays, and asking again
// with its requestId is safe (contract "The wire").
import { codes } from '#contract/codes.ts'
import { SCHEDULED_NOW } from '#domain/batch/states.ts'
import type { Ending } from '#flows/intents.ts'
import { change, type Answer } from '#services/api.ts'
import { notify } from '#services/notices.ts'
import { refreshAnswers } from '#services/queries.ts'
import { holdUpdates } from '#services/updates.ts'
import { type Decision, forgetIntent, type Intent, storeIntent } from './intents.ts'

export async function decide(ownerUser: string, wanted: Omit<Intent, 'requestId'>): Promise<Ending> {
  const release = holdUpdates('A decision about a batch is on its way')
  try {
    const intent = await storeIntent(ownerUser, wanted)
    const answer = await send(intent)
    if (!answer.ok && answer.kind === 'unreachable') return { kind: 'unknown' }
    await forgetIntent(ownerUser, intent)
    // Whatever the answer, the list on screen is old: decided now, or by somebody else before (`-20409`).
    if (answer.ok || answer.code !== codes.sessionInvalid) refreshAnswers('batchLoads', 'batchLoadDetails', 'overview')
    if (!answer.ok) return { kind: 'refused', text: answer.text }
    notify({ kind: 'success', text: successTexts[intent.decision], stays: true })
    return { kind: 'done' }
  } finally {
    release()
  }
}

const successTexts: Readonly<Record<Decision, string>> = {
  approve: SCHEDULED_NOW,
  reject: 'Batch load rejected',
}

function send({ requestId, batchId, decision, fingerprint, reason }: Intent) {
  const answer: Promise<Answer<'approveBatchLoad' | 'rejectBatchLoad'>> =
    decision === 'approve'
      ? change('approveBatchLoad', { requestId, batchLoadFileID: batchId, fingerprint })
      : change('rejectBatchLoad', { requestId, batchLoadFileID: batchId, ...(reason === undefined ? {} : { reason }) })
  return answer
}
