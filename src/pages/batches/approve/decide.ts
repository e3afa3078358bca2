// Sends one decision and says how it ended. A missing answer is neither a yes nor a no: the intent stays, and asking again
// with its requestId is safe (contract "The wire").
import { codes } from '#contract/codes.ts'
import type { Ending, Wanted } from '#flows/intents.ts'
import { notify } from '#services/notices.ts'
import { refreshAnswers } from '#services/queries.ts'
import { holdUpdates } from '#services/updates.ts'
import { aboutOf, decisions } from './decisions.ts'
import { forgetIntent, type Intent, storeIntent } from './intents.ts'

export async function decide(ownerUser: string, wanted: Wanted<Intent>): Promise<Ending> {
  const release = holdUpdates('A decision about a batch is on its way')
  try {
    const { intent } = await storeIntent(ownerUser, wanted)
    const { send, success } = decisions[intent.decision]
    const answer = await send(intent)
    if (!answer.ok && answer.kind === 'unreachable') return { kind: 'unknown' }
    await forgetIntent(ownerUser, intent)
    // Whatever the answer, the list on screen is old: decided now, or by somebody else before (`-20409`).
    if (answer.ok || answer.code !== codes.sessionInvalid) refreshAnswers('batchLoads', 'batchLoadDetails', 'overview')
    if (!answer.ok) return { kind: 'refused', text: answer.errors?.[0]?.message ?? answer.text }
    notify({ kind: 'success', text: success(intent), about: aboutOf(intent), stays: true })
    return { kind: 'done' }
  } finally {
    release()
  }
}
