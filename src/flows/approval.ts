// A decision in a dialog: says why the decision cannot be confirmed yet, lets the user sign it, and sends it. The
// machine (machines/approval.ts) decides what happens next. This file provides the machine's calls that sign and send.
import { m } from '#words/messages.js'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { type ActorRefFrom, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import { failureMessages } from '#domain/request-outcomes.ts'
import {
  approvalMachine,
  type ApprovalItem,
  type ApprovalMessage,
  approvalResult,
  type ApprovalResult,
  type RunTime,
  type SignResult,
} from '#machines/approval.ts'
import { currentTime } from '#services/clock.ts'
import { inspectOptions } from '#services/inspect/inspect.ts'
import { passkeyFaultTexts } from '#services/session/passkey-faults.ts'
import type { SendResult } from './pending-changes/send.ts'
import { type ItemOnScreen, signDecisions } from './signing.ts'

export type SignWith = ApprovalItem['signWith']
export type Proof = Extract<SignResult, { kind: 'signed' }>['proof']

/** Every result of sending a decision has at least its kind. */
interface AnySent {
  readonly kind: SendResult['kind']
}

/** What was confirmed on screen. */
interface ConfirmedDecision<Sent extends AnySent> {
  /** What a signature covers. */
  readonly items: readonly ItemOnScreen[]
  /** The chosen time. Undefined for as soon as possible. */
  readonly runTime?: RunTime
  readonly send: (proof: Proof | undefined) => Promise<Sent>
}

const isAtRest = (snapshot: SnapshotFrom<typeof approvalMachine>) => snapshot.hasTag('atRest')

function createApproval<Sent extends AnySent>() {
  let confirmed: ConfirmedDecision<Sent> | undefined
  let sending: Promise<Sent> | undefined
  const machine = approvalMachine.provide({
    actors: {
      sign: fromPromise(({ input }) => signDecisions(confirmed?.items ?? [], input.code)),
      send: fromPromise(async ({ input }) => {
        if (!confirmed) throw new Error('nothing was confirmed')
        sending = confirmed.send(input.proof)
        return { kind: (await sending).kind }
      }),
    },
  })
  /**
   * Resolves to the result of sending. Returns undefined immediately if the machine does not accept the decision.
   * Resolves to undefined if nothing was sent, for example because the signature failed. In both cases the machine has
   * the reason.
   */
  const decide = (
    actor: ActorRefFrom<typeof approvalMachine>,
    decision: ConfirmedDecision<Sent>,
  ): Promise<Sent | undefined> | undefined => {
    const isBusy = !isAtRest(actor.getSnapshot())
    if (isBusy) return undefined
    confirmed = decision
    sending = undefined
    actor.send({ type: 'confirm', runTime: decision.runTime, now: currentTime() })
    const wasRefused = isAtRest(actor.getSnapshot())
    if (wasRefused) return undefined
    // If the user leaves the page meanwhile, the machine stops and the wait fails, but the sending continues.
    const atRest = waitFor(actor, isAtRest, { timeout: Infinity }).catch(() => undefined)
    return atRest.then(() => sending)
  }
  return { machine, decide }
}

/** What SignatureFields shows. */
interface Signature {
  readonly signWith: 'passkey' | 'code' | 'none'
  readonly what: string
  readonly code: string
  readonly typeCode: (code: string) => void
  readonly error: string | undefined
}

/** What the dialog knows. */
interface ApprovalOptions {
  /** False for a rejection, a retry, or another decision that approves nothing. */
  readonly isApproval: boolean
  /** Why this user cannot decide. */
  readonly refusal: string | undefined
  /** Why the user has to wait. Undefined once the current data is loaded. */
  readonly waitText?: string | undefined
  /** The signatures that exist and those that the approval rules require. Undefined if no rule applies. */
  readonly signatures?: Pick<ApprovalItem, 'signed' | 'needed'> | undefined
  readonly signWith?: SignWith
  /** How long an approved item waits before it runs. Undefined if it does not wait. */
  readonly holdMinutes?: number | undefined
  /** Names what is signed, as the end of a sentence. */
  readonly what?: string
}

export interface OpenApproval<Sent extends AnySent = SendResult> {
  /** Why the decision cannot be sent yet. */
  readonly disabledReason: string | undefined
  readonly isSigning: boolean
  /** What the approval leads to if it is confirmed now. Undefined if the decision approves nothing. */
  readonly leadsTo: (runTime: RunTime) => ApprovalResult | undefined
  /** True if the chosen time was refused. */
  readonly isTimeInvalid: boolean
  readonly onTimeChange: () => void
  /** Returns or resolves to undefined if nothing was sent. SignatureFields or the time field then shows the reason. */
  readonly decide: (decision: ConfirmedDecision<Sent>) => Promise<Sent | undefined> | undefined
  /** Undefined if nothing has to be signed, or this user cannot decide. */
  readonly signature: Signature | undefined
}

const WITHOUT_RULES = { signed: 0, needed: 1 }

export function useApproval<Sent extends AnySent = SendResult>({
  isApproval,
  refusal,
  waitText,
  signatures: { signed, needed } = WITHOUT_RULES,
  what = '',
  signWith,
  holdMinutes = 0,
}: ApprovalOptions): OpenApproval<Sent> {
  const [approval] = useState(() => createApproval<Sent>())
  const [state, send, actor] = useMachine(approval.machine, { ...inspectOptions, input: { isApproval } })
  const canDecide = refusal === undefined
  // A user who cannot decide does not have to wait for the data.
  const isLoaded = !canDecide || waitText === undefined
  useEffect(() => {
    // The machine has ended once the decision was made.
    if (actor.getSnapshot().status !== 'active') return
    if (isLoaded) send({ type: 'item.loaded', item: { canDecide, signed, needed, signWith, holdMinutes } })
    else send({ type: 'item.stale' })
  }, [actor, send, isLoaded, canDecide, signed, needed, signWith, holdMinutes])
  const { code, message } = state.context
  const signature: Signature | undefined =
    canDecide && signWith !== undefined
      ? {
          signWith,
          what,
          code,
          typeCode: (typed) => send({ type: 'code.typed', code: typed }),
          error: message && messageToText(message),
        }
      : undefined
  return {
    disabledReason: refusal ?? waitText ?? missingSignatureText(state),
    isSigning: state.matches('signing'),
    leadsTo: (runTime) =>
      isApproval ? approvalResult({ signed, needed, holdMinutes }, runTime, currentTime()) : undefined,
    isTimeInvalid: message?.code === 'timeInvalid',
    onTimeChange: () => send({ type: 'time.changed' }),
    decide: (decision) => approval.decide(actor, decision),
    signature,
  }
}

/** Why the decision cannot be signed yet. */
function missingSignatureText(state: SnapshotFrom<typeof approvalMachine>): string | undefined {
  if (state.matches({ open: 'factorMissing' })) return m.approvals_proofNeedsFactor()
  if (state.matches({ open: 'codeMissing' })) return m.approvals_enterCode()
  return undefined
}

const messageTexts = { ...failureMessages, ...passkeyFaultTexts, itemNotInText: m.approvals_proofOfOther() }

/** Undefined if the time was refused, because its field shows that message. */
function messageToText(message: ApprovalMessage): string | undefined {
  if (message.code === 'timeInvalid') return undefined
  return message.code === 'serverMessage' ? message.text : messageTexts[message.code]
}
