// The catalogue entry for testers of the machine of a decision. What the user can sign comes from the rules of approvals
// (docs/rules/approvals.md), as in the server's responses.
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import {
  countSignatures,
  type Signature,
  signatureRefusal,
  findNextSignature,
  type Signer,
} from '#domain/approvals/signing.ts'
import {
  type ApprovalContext,
  type ApprovalItem,
  approvalMachine,
  type Proof,
  type SentResult,
  type SignResult,
} from '#machines/approval.ts'
import { ends, type MachineEntry, type MachineState, type Outcome, sends, serverText } from './entry.ts'

const now = Date.parse('2026-03-04T02:00:00.000Z')
const minute = 60_000

const DIRECTORS = 2
const MANAGERS = 3
const tier = { measure: 'total', above: 50_000_00 } as const
/** Two of Directors, then one of Managers, because the total is above 50,000.00. User 9 can sign less. */
const terms: ApprovalTerms = {
  tiers: [
    { groupId: DIRECTORS, groupName: 'Directors', signers: 2, ...tier },
    { groupId: MANAGERS, groupName: 'Managers', signers: 1, ...tier },
  ],
  inOrder: true,
  overLimit: [9],
}
const director: Signer = { userId: 4, groupId: DIRECTORS, hasRecordedFunds: false }
const manager: Signer = { userId: 6, groupId: MANAGERS, hasRecordedFunds: false }
const deputy: Signer = {
  userId: 7,
  groupId: 5,
  hasRecordedFunds: false,
  deputyFor: [{ userId: 4, name: 'Dora Lim', groupId: DIRECTORS, hasRecordedFunds: false }],
}
const byOneDirector: readonly Signature[] = [{ userId: 5, tier: 0 }]
const byTwoDirectors: readonly Signature[] = [...byOneDirector, { userId: 8, tier: 0 }]

const withoutRules: ApprovalItem = { canDecide: true, signed: 0, needed: 1, signWith: undefined, holdMinutes: 0 }

/** What the server's response says to this user. */
function toItem(signatures: readonly Signature[], signer: Signer): ApprovalItem {
  const { signed, needed } = countSignatures(terms, signatures)
  const isRefused = signatureRefusal(terms, signatures, signer) !== undefined
  const hasSignature = findNextSignature(terms, signatures, signer) !== undefined
  return { ...withoutRules, canDecide: !isRefused && hasSignature, signed, needed }
}

const items = {
  usual: withoutRules,
  'the maker': { ...withoutRules, canDecide: false },
  'tiers: first of three': toItem([], director),
  'tiers: the manager, before the directors': toItem(byOneDirector, manager),
  'tiers: the manager, last of three': toItem(byTwoDirectors, manager),
  'tiers: signed already': toItem([{ userId: 4, tier: 0 }], director),
  'tiers: above the limit': toItem([], { ...director, userId: 9 }),
  'tiers: recorded the funds': toItem([], { ...director, hasRecordedFunds: true }),
  'deputy of a director': toItem(byOneDirector, deputy),
  'deputy, after the director has signed': toItem([{ userId: 4, tier: 0 }], deputy),
  'signed with a passkey': { ...withoutRules, signWith: 'passkey' },
  'signed with a code': { ...withoutRules, signWith: 'code' },
  'signed, but no factor': { ...withoutRules, signWith: 'none' },
  'a hold of 15 minutes': { ...withoutRules, holdMinutes: 15 },
  'tiers, signed with a code, a hold': {
    ...toItem(byTwoDirectors, manager),
    signWith: 'code',
    holdMinutes: 15,
  },
} as const satisfies Readonly<Record<string, ApprovalItem>>

const proof: Proof = { nonce: 'nonce', code: '123456' }
const sign = (output: SignResult): Outcome => ({ output })
const sent = (kind: SentResult['kind']): Outcome => ({ output: { kind } satisfies SentResult })
const contextOf = ({ context }: MachineState) => context as unknown as ApprovalContext
const isIn = ({ states }: MachineState, ...paths: readonly string[]) => paths.some((path) => states.includes(path))
const isApproved = (state: MachineState) => isIn(state, 'signed', 'onHold', 'scheduled', 'approved')
/** True if the last step confirmed the decision, which is now signed or sent. */
const isJustConfirmed = (now: MachineState, before: MachineState | undefined): boolean =>
  before !== undefined && isIn(before, 'open.ready', 'unknown') && isIn(now, 'signing', 'sending')

export const approvalEntry: MachineEntry = {
  id: 'approval',
  title: 'An approval',
  purpose: 'The decision about a batch or an order in its dialog: tiers, deputies, signature, hold, time.',
  machine: approvalMachine,
  inputs: { approval: { isApproval: true }, 'another decision': { isApproval: false } },
  events: {
    'item.loaded': {
      description: 'The current data is loaded, with what it means for this user.',
      samples: Object.fromEntries(Object.entries(items).map(([name, item]) => [name, { item }])),
    },
    'item.stale': { description: 'The data is being loaded again, or could not be loaded.', samples: { usual: {} } },
    'code.typed': {
      description: 'The code of the authenticator app is typed.',
      samples: { usual: { code: '123456' }, nothing: { code: ' ' } },
    },
    'time.changed': { description: 'The user chooses another time.', samples: { usual: {} } },
    confirm: {
      description: 'The confirm button, or Ctrl+Enter, is pressed.',
      samples: {
        'as soon as possible': { now },
        'in five minutes': { runTime: now + 5 * minute, now },
        'in an hour': { runTime: now + 60 * minute, now },
        'a time that has passed': { runTime: 'invalid', now },
      },
    },
  },
  effects: {
    sign: {
      description: 'The text to sign is fetched (approvalChallenge), compared with the screen, and signed.',
      outcomes: {
        signed: sign({ kind: 'signed', proof }),
        'the passkey is not used': sign({ kind: 'notSigned', message: { code: 'passkeyNotUsed' } }),
        'other rows than on screen': sign({ kind: 'notSigned', message: { code: 'itemNotInText' } }),
        refused: sign({ kind: 'notSigned', message: { code: 'serverMessage', text: serverText } }),
      },
    },
    send: {
      description: 'The decision is sent, as a change with its own machine.',
      outcomes: { done: sent('done'), refused: sent('refused'), lost: sent('unknown') },
    },
  },
  relevantContext: (context) => {
    const { item, ...others } = context as unknown as ApprovalContext
    // All items that block the user behave alike.
    return [others, item?.canDecide === false ? 'blocked' : item]
  },
  invariants: [
    {
      description: 'Who cannot decide sends nothing',
      holds: (now, before) =>
        before === undefined || !isJustConfirmed(now, before) || contextOf(before).item?.canDecide === true,
    },
    {
      description: 'A decision that has to be signed is sent only with a proof',
      holds: (now, before) => {
        if (before === undefined) return true
        const isJustSent = isIn(now, 'sending') && !isIn(before, 'sending')
        const needsProof = contextOf(before).item?.signWith !== undefined
        return isJustSent && needsProof ? isIn(before, 'signing') : true
      },
    },
    {
      description: 'A proof is used once',
      holds: (now) => isIn(now, 'sending') || contextOf(now).proof === undefined,
    },
    {
      description: 'A time that has passed is not sent by the last signer',
      holds: (now, _, step) => {
        const isTimeSent = sends(step, 'confirm', 'a time that has passed') && isIn(now, 'signing', 'sending')
        return isTimeSent ? contextOf(now).result === 'signed' : true
      },
    },
    {
      description: 'An approval ends approved only after a response that reports it, and as its terms say',
      holds: (now, before, step) => {
        if (!isApproved(now)) return true
        return ends(step, 'send') && before !== undefined && contextOf(before).result === now.states[0]
      },
    },
    {
      description: 'As long as others have to sign, nothing is approved',
      holds: (now, before) => {
        const { item, result } = contextOf(now)
        if (!isJustConfirmed(now, before) || item === undefined || result === undefined) return true
        const othersSign = item.needed - item.signed > 1
        return othersSign ? result === 'signed' : true
      },
    },
  ],
  scenarios: [
    {
      name: 'The first of three signers, with a passkey that is not used at first',
      steps: [
        { expect: { state: 'open.loading', cannot: ['confirm'] } },
        { send: 'item.loaded', with: { item: { ...items['tiers: first of three'], signWith: 'passkey' } } },
        { send: 'confirm', sample: 'as soon as possible' },
        { end: 'sign', as: 'the passkey is not used' },
        { expect: { state: 'open.ready', context: { message: { code: 'passkeyNotUsed' } } } },
        { send: 'confirm', sample: 'as soon as possible' },
        { end: 'sign', as: 'signed' },
        { expect: { state: 'sending', context: { proof, result: 'signed' } } },
        { end: 'send', as: 'done' },
        { expect: { state: 'signed' } },
      ],
    },
    {
      name: 'The manager waits for the directors, then approves, and the hold begins',
      steps: [
        { send: 'item.loaded', sample: 'tiers: the manager, before the directors' },
        { expect: { state: 'open.blocked', cannot: ['confirm'] } },
        { send: 'item.loaded', sample: 'tiers, signed with a code, a hold' },
        { expect: { state: 'open.codeMissing', cannot: ['confirm'] } },
        { send: 'code.typed' },
        { send: 'confirm', sample: 'in five minutes' },
        { end: 'sign', as: 'signed' },
        { end: 'send', as: 'done' },
        { expect: { state: 'onHold' } },
      ],
    },
    {
      name: 'A deputy signs for an absent director, who has signed since',
      steps: [
        { send: 'item.loaded', sample: 'deputy of a director' },
        { expect: { state: 'open.ready', can: ['confirm'] } },
        { send: 'item.stale' },
        { expect: { state: 'open.loading', cannot: ['confirm'] } },
        { send: 'item.loaded', sample: 'deputy, after the director has signed' },
        { expect: { state: 'open.blocked', cannot: ['confirm'] } },
      ],
    },
    {
      name: 'A time that has passed, and then another one',
      steps: [
        { send: 'item.loaded' },
        { send: 'confirm', sample: 'a time that has passed' },
        { expect: { state: 'open.ready', context: { message: { code: 'timeInvalid' } } } },
        { send: 'time.changed' },
        { send: 'confirm', sample: 'in an hour' },
        { expect: { state: 'sending', underWay: ['send'] } },
        { end: 'send', as: 'done' },
        { expect: { state: 'scheduled' } },
      ],
    },
    {
      name: 'The response is lost, and the server refuses a second approval',
      steps: [
        { send: 'item.loaded' },
        { send: 'confirm', sample: 'as soon as possible' },
        { end: 'send', as: 'lost' },
        { expect: { state: 'unknown', can: ['confirm'] } },
        { send: 'confirm', sample: 'as soon as possible' },
        { end: 'send', as: 'refused' },
        { expect: { state: 'refused' } },
      ],
    },
  ],
}
