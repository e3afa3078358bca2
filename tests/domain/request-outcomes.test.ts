// What a response proves about a submitted change (docs/rules/requests.md, "Repeated requests"). A change can be
// repeated until one hour before the server deletes its response.
import { describe, expect, it } from 'vitest'
import { codes } from '#contract/codes.ts'
import {
  findEarlierChange,
  isResponseStored,
  type Outcome,
  type Reply,
  replyToOutcome,
  REQUEST_ID,
} from '#domain/request-outcomes.ts'
import { RESPONSE_RETENTION_MS } from '#server/jobs/housekeeping.ts'

const sentAt = '2026-03-04T08:00:00.000Z'
const HOUR_MS = 60 * 60 * 1000

describe('the time in which a change can be repeated', () => {
  it('ends an hour before the server deletes the response', () => {
    const end = Date.parse(sentAt) + RESPONSE_RETENTION_MS - HOUR_MS
    expect(isResponseStored(sentAt, end - 1)).toBe(true)
    expect(isResponseStored(sentAt, end)).toBe(false)
  })

  it('is over if the submission time of the change is unknown', () => {
    expect(isResponseStored(undefined, 0)).toBe(false)
    expect(isResponseStored('', 0)).toBe(false)
  })
})

describe('what a response proves, for the first request and for a repeated one', () => {
  const refusal = (code: string, ...paths: string[]): Reply => ({
    ok: false,
    code,
    errors: paths.map((path) => ({ path })),
  })
  it.each<[string, Reply, Outcome, Outcome]>([
    ['success', { ok: true }, 'done', 'done'],
    ['no response, or a 503', { ok: false }, 'unknown', 'unknown'],
    ['the server gave up', refusal(codes.internal), 'unknown', 'unknown'],
    ['the session is over', refusal(codes.sessionInvalid), 'refused', 'unknown'],
    ['malformed', refusal(codes.refusedParameters), 'refused', 'unknown'],
    ['no permission', refusal(codes.notAuthorized), 'refused', 'unknown'],
    ['unknown to this server', refusal(codes.notFound), 'refused', 'unknown'],
    ['too many attempts', refusal(codes.tooManyAttempts), 'refused', 'unknown'],
    ['not allowed in this state', refusal(codes.refusedState), 'refused', 'refused'],
    ['the requestId of another change', refusal(codes.refusedState, REQUEST_ID), 'refused', 'unknown'],
    ['not allowed by the state of a field', refusal(codes.refusedState, 'reason'), 'refused', 'refused'],
    ['another code', refusal('-21000'), 'refused', 'refused'],
  ])('%s', (_, reply, first, repeated) => {
    expect([replyToOutcome(reply, { isResent: false }), replyToOutcome(reply, { isResent: true })]).toEqual([
      first,
      repeated,
    ])
  })
})

describe('a pending change and a new one', () => {
  const stop = { kind: 'stopCard', topic: 'stopCard', subject: '7' }
  it('are independent if they are about different subjects or topics', () => {
    expect(findEarlierChange([stop], { ...stop, subject: '8' }, 'never')).toBeUndefined()
    expect(findEarlierChange([stop], { ...stop, topic: 'retireCard' }, 'never')).toBeUndefined()
  })
  it.each([
    ['never', 'unstopCard', false],
    ['never', 'stopCard', false],
    ['byOtherKind', 'unstopCard', true],
    ['byOtherKind', 'stopCard', false],
    ['always', 'stopCard', true],
  ] as const)('with the rule %s, a new %s replaces the earlier change: %s', (replaceable, kind, isReplaced) => {
    expect(findEarlierChange([stop], { ...stop, kind }, replaceable)).toEqual({ earlier: stop, isReplaced })
  })
})
