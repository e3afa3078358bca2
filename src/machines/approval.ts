// The state machine of a decision in its dialog: an approval of a batch or an order, or a later decision that needs the
// same rights (retry, another time). The current data is loaded first. Then the user signs, if the programme requires a
// signature, and the decision is sent. The tiers, the hold and the chosen time decide how an approval ends.
// flows/approval.ts provides signing and sending. The machine of the sent decision is machines/change.ts. Rules:
// docs/rules/approvals.md.
import { assign, fromPromise, setup } from 'xstate'
import type { Params } from '#contract/operations.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { FailureMessage } from './failure-message.ts'
import { notProvided } from './not-provided.ts'
import { field, isGuard, is, output, wholeEvent } from './params.ts'
import type { PasskeyFault } from './session-steps.ts'

export type Proof = NonNullable<Params<'approveBatchLoad'>['proof']>
/** How the user signs. Undefined if no signature is required. `none`: the user has neither a passkey nor an app. */
export type SignWith = 'passkey' | 'code' | 'none' | undefined

/** The current data of the batch or order that the user decides about. */
export interface ApprovalItem {
  /**
   * False if this user cannot decide, for example because the user is the maker, or because another user has decided.
   */
  readonly canDecide: boolean
  /** The number of signatures so far. */
  readonly signed: number
  /** The number of all signatures that are needed: 1 without approval rules. */
  readonly needed: number
  readonly signWith: SignWith
  /** How many minutes after its approval the batch can still be cancelled. */
  readonly holdMinutes: number
}

/**
 * The chosen time of the run: milliseconds since 1970, or undefined for as soon as possible. 'invalid': not in the
 * future.
 */
export type RunTime = number | 'invalid' | undefined

/**
 * What an approval leads to. 'signed': other users must also sign. 'onHold': the batch runs after its hold. 'scheduled':
 * it runs at the chosen time. 'approved': it runs now.
 */
export type ApprovalResult = 'signed' | 'onHold' | 'scheduled' | 'approved'

/** True if this time is before the end of a hold that starts now. The batch then runs when the hold ends. */
export const isDuringHold = (runTime: number, holdMinutes: number, now: number): boolean =>
  runTime < now + holdMinutes * MINUTE_MS

/** What an approval leads to. The chosen time counts only for the last signer. */
export function approvalResult(
  { signed, needed, holdMinutes }: Pick<ApprovalItem, 'signed' | 'needed' | 'holdMinutes'>,
  runTime: RunTime,
  now: number,
): ApprovalResult {
  const othersMustSign = needed - signed > 1
  if (othersMustSign) return 'signed'
  const isTimeAfterHold = typeof runTime === 'number' && !isDuringHold(runTime, holdMinutes, now)
  if (holdMinutes > 0 && !isTimeAfterHold) return 'onHold'
  return runTime === undefined ? 'approved' : 'scheduled'
}

/** Why nothing was sent. flows/approval.ts has the sentences. */
export type ApprovalMessage = FailureMessage | { readonly code: 'timeInvalid' | 'itemNotInText' | PasskeyFault }

export type SignResult =
  | { readonly kind: 'signed'; readonly proof: Proof }
  | { readonly kind: 'notSigned'; readonly message: ApprovalMessage }

/** How sending ended. Always 'done' for several decisions that were sent together. The dialog lists their results. */
export interface SentResult {
  readonly kind: 'done' | 'refused' | 'unknown'
}

export interface ApprovalContext {
  /** False for a rejection, a retry, another time, or several decisions that are sent together. */
  readonly isApproval: boolean
  /** Undefined until the current data is loaded, and while it is loaded again. */
  readonly item: ApprovalItem | undefined
  /** The code of the authenticator app, as typed. */
  readonly code: string
  readonly message: ApprovalMessage | undefined
  /** What the approval leads to, from the time at which it was confirmed. */
  readonly result: ApprovalResult | undefined
  readonly proof: Proof | undefined
}

export interface ApprovalInput {
  readonly isApproval: boolean
}

type Confirmation = { readonly type: 'confirm'; readonly runTime?: RunTime; readonly now: number }
export type ApprovalEvent =
  | { readonly type: 'item.loaded'; readonly item: ApprovalItem }
  | { readonly type: 'item.stale' }
  | { readonly type: 'code.typed'; readonly code: string }
  /** The time was changed. */
  | { readonly type: 'time.changed' }
  /** `now`: milliseconds since 1970. */
  | Confirmation

/** The states in which the user cannot confirm. */
type BlockedState = 'loading' | 'blocked' | 'factorMissing' | 'codeMissing'

function blockedBy({ item, code }: ApprovalContext): BlockedState | undefined {
  if (item === undefined) return 'loading'
  if (!item.canDecide) return 'blocked'
  if (item.signWith === 'none') return 'factorMissing'
  const isCodeMissing = item.signWith === 'code' && code.trim() === ''
  return isCodeMissing ? 'codeMissing' : undefined
}

const confirmTransitions = [
  { guard: { type: 'isTimeInvalid', params: wholeEvent }, target: '#approval.open', actions: 'refuseTime' },
  { guard: 'needsProof', target: '#approval.signing', actions: { type: 'setResult', params: wholeEvent } },
  { target: '#approval.sending', actions: { type: 'setResult', params: wholeEvent } },
] as const

export const approvalMachine = setup({
  types: { input: {} as ApprovalInput, context: {} as ApprovalContext, events: {} as ApprovalEvent },
  actors: {
    sign: fromPromise<SignResult, { readonly code: string }>(notProvided('approvalMachine', 'sign')),
    send: fromPromise<SentResult, { readonly proof: Proof | undefined }>(notProvided('approvalMachine', 'send')),
  },
  actions: {
    setItem: assign((_, item: ApprovalItem) => ({ item })),
    clearItem: assign({ item: undefined }),
    setCode: assign((_, code: string) => ({ code, message: undefined })),
    clearMessage: assign({ message: undefined }),
    refuseTime: assign({ message: { code: 'timeInvalid' } }),
    setResult: assign(({ context: { isApproval, item } }, { runTime, now }: Confirmation) => ({
      message: undefined,
      result: isApproval && item ? approvalResult(item, runTime, now) : undefined,
    })),
    setProof: assign((_, result: SignResult) => (result.kind === 'signed' ? { proof: result.proof } : {})),
    setMessage: assign((_, result: SignResult) => (result.kind === 'notSigned' ? { message: result.message } : {})),
    refuseFailed: assign({ message: { code: 'failed' } }),
    // Each proof is valid once.
    clearProof: assign({ proof: undefined }),
  },
  guards: {
    is: isGuard,
    isBlockedBy: ({ context }, reason: BlockedState) => blockedBy(context) === reason,
    isBlocked: ({ context }) => blockedBy(context) !== undefined,
    needsProof: ({ context }) => context.item?.signWith !== undefined,
    // Only the last signer chooses the time.
    isTimeInvalid: ({ context: { isApproval, item } }, { runTime }: Confirmation) => {
      const isLastSigner = item !== undefined && item.needed - item.signed <= 1
      const choosesTime = !isApproval || isLastSigner
      return choosesTime && runTime === 'invalid'
    },
    leadsTo: ({ context }, result: ApprovalResult) => context.result === result,
    isApproval: ({ context }) => context.isApproval,
  },
}).createMachine({
  id: 'approval',
  context: ({ input: { isApproval } }) => ({
    isApproval,
    item: undefined,
    code: '',
    message: undefined,
    result: undefined,
    proof: undefined,
  }),
  initial: 'open',
  on: {
    'item.loaded': { actions: { type: 'setItem', params: field('item') } },
    'item.stale': { actions: 'clearItem' },
  },
  states: {
    open: {
      tags: 'atRest',
      description: 'The dialog is open, and nothing is being sent.',
      on: {
        'item.loaded': { target: '.choosing', actions: { type: 'setItem', params: field('item') } },
        'item.stale': { target: '.choosing', actions: 'clearItem' },
        'code.typed': { target: '.choosing', actions: { type: 'setCode', params: field('code') } },
        'time.changed': { actions: 'clearMessage' },
      },
      initial: 'choosing',
      states: {
        choosing: {
          description: 'The current data decides whether the user can confirm.',
          always: [
            { guard: { type: 'isBlockedBy', params: 'loading' }, target: 'loading' },
            { guard: { type: 'isBlockedBy', params: 'blocked' }, target: 'blocked' },
            { guard: { type: 'isBlockedBy', params: 'factorMissing' }, target: 'factorMissing' },
            { guard: { type: 'isBlockedBy', params: 'codeMissing' }, target: 'codeMissing' },
            { target: 'ready' },
          ],
        },
        loading: { description: 'The current data is not loaded: no one approves what they have not seen.' },
        blocked: { description: 'This user cannot decide. The dialog shows the reason.' },
        factorMissing: { description: 'A signature is required, but the user has neither a passkey nor an app.' },
        codeMissing: { description: 'The code of the authenticator app is required.' },
        ready: { description: 'The user can confirm.', on: { confirm: confirmTransitions } },
      },
    },
    signing: {
      description: 'The user signs what is on screen, with a passkey or a code.',
      invoke: {
        id: 'sign',
        src: 'sign',
        input: ({ context }) => ({ code: context.code }),
        onDone: [
          { guard: is('signed'), target: 'sending', actions: { type: 'setProof', params: output } },
          { target: 'open', actions: { type: 'setMessage', params: output } },
        ],
        onError: { target: 'open', actions: 'refuseFailed' },
      },
    },
    sending: {
      description: 'The decision is sent.',
      exit: 'clearProof',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => ({ proof: context.proof }),
        onDone: [
          { guard: is('done'), target: 'ending' },
          { guard: is('refused'), target: 'refused' },
          { target: 'unknown' },
        ],
        onError: 'unknown',
      },
    },
    ending: {
      description: 'The decision is made.',
      always: [
        { guard: { type: 'leadsTo', params: 'signed' }, target: 'signed' },
        { guard: { type: 'leadsTo', params: 'onHold' }, target: 'onHold' },
        { guard: { type: 'leadsTo', params: 'scheduled' }, target: 'scheduled' },
        { guard: 'isApproval', target: 'approved' },
        { target: 'decided' },
      ],
    },
    unknown: {
      tags: 'atRest',
      description: 'No response arrived. The change waits; once it is dismissed, the user can confirm again.',
      on: {
        'code.typed': { actions: { type: 'setCode', params: field('code') } },
        confirm: [{ guard: 'isBlocked', target: 'open' }, ...confirmTransitions],
      },
    },
    signed: { tags: 'atRest', type: 'final', description: 'Signed. Others still have to sign.' },
    onHold: { tags: 'atRest', type: 'final', description: 'Approved. It can be cancelled until the hold ends.' },
    scheduled: { tags: 'atRest', type: 'final', description: 'Approved. It runs at the chosen time.' },
    approved: { tags: 'atRest', type: 'final', description: 'Approved. It runs now.' },
    decided: { tags: 'atRest', type: 'final', description: 'Made, without an approval.' },
    refused: { tags: 'atRest', type: 'final', description: 'Refused by the server, with its reason. Nothing changed.' },
  },
})
