// Signs up the merchants of a file, one after the other. Waits for a lost connection, respects the pauses that the
// server asks for, and gives each merchant its own requestId, so that none is signed up twice.
import { m } from '#words/messages.js'
import type { MerchantEntry } from '#domain/merchants/entry.ts'
import { LIST_FULL_MESSAGE } from '#domain/merchants/list.ts'
import { capitalise } from '#domain/sentences.ts'
import type { WaitReason } from '#machines/connection.ts'
import type { SignUpStop } from '#machines/merchant-file.ts'
import { MAX_WAIT_SECONDS } from '#services/server/busy.ts'
import { probeNow } from '#services/server/connection.ts'
import { waitToResend } from '../rows/wait-to-resend.ts'
import { changeMessageToText, type SendResult } from '../pending-changes/send.ts'
import { refusalToText, signUpOnce } from './sign-up.ts'

export interface RowToSignUp {
  readonly id: number
  readonly requestId: string
  readonly entry: MerchantEntry
}

interface SignUpRun {
  readonly ownerUser: string
  /** The maximum number of merchants in the list. */
  readonly limit: number
  readonly rows: readonly RowToSignUp[]
  readonly onDone: (id: number) => void
  /** Called if the server refuses a row, with the reason. */
  readonly onRefused: (id: number, text: string) => void
  readonly onWait: (reason: WaitReason | undefined) => void
  /** Stops the run after the row that is being sent. */
  readonly signal: AbortSignal
}

/** How often a row without a clear response is sent again before the run stops, unless the connection is down. */
const MAX_RETRIES = 5

/**
 * Ends when the outcome of every row is known, except for rows whose merchant number waits for an earlier response, and
 * returns undefined. Returns the reason if it stops before that.
 */
export async function signUpRows(run: SignUpRun): Promise<SignUpStop | undefined> {
  let sentAt = 0
  for (const row of run.rows) {
    // Increasing times keep the list in the order of the rows.
    sentAt = Math.max(Date.now(), sentAt + 1)
    const stop = await signUpRow(run, row, new Date(sentAt).toISOString())
    if (stop) return stop
  }
  return undefined
}

async function signUpRow(
  run: SignUpRun,
  { id, requestId, entry }: RowToSignUp,
  sentAt: string,
): Promise<SignUpStop | undefined> {
  for (let retries = 0; !run.signal.aborted; retries += 1) {
    const result = await signUpOnce(run.ownerUser, entry, run.limit, { requestId, sentAt })
    switch (result.kind) {
      case 'done':
        run.onDone(id)
        return undefined
      case 'full':
        return { kind: 'full' }
      case 'refused':
        if (result.errors.length > 0) {
          run.onRefused(id, refusalToText(result))
          return undefined
        }
        if (!canRetrySoon(result)) return { kind: 'refused', message: result.message }
        break
      case 'unknown':
        // Nothing was sent: an earlier sign-up of this number has no response yet, or this one has waited too long.
        if (result.message === undefined) return undefined
        if (retries >= MAX_RETRIES && (await probeNow())) return { kind: 'refused', message: result.message }
    }
    await waitToResend({ retryAfter: result.retryAfter, retries, onWait: run.onWait, signal: run.signal })
  }
  return { kind: 'stopped' }
}

const canRetrySoon = ({ retryAfter }: Extract<SendResult, { kind: 'refused' }>): boolean =>
  retryAfter !== undefined && retryAfter <= MAX_WAIT_SECONDS

/** The reason why signing up stopped, as a sentence with a full stop. */
export function stopToText(stop: SignUpStop): string {
  switch (stop.kind) {
    case 'full':
      return LIST_FULL_MESSAGE
    case 'stopped':
      return m.merchants_signUpStopped()
    case 'refused':
      return m.common_fullStop({ text: capitalise(changeMessageToText(stop.message)).replace(/[.。]$/, '') })
  }
}
