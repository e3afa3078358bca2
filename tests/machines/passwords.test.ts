// Forgotten, set and changed passwords, tested by pure transitions: every response, and every way to try again
// (docs/rules/access.md, "Links in e-mails").
import { describe, expect, it } from 'vitest'
import { type AnyStateMachine, initialTransition, transition } from 'xstate'
import type { LinkResponse } from '#domain/access/links.ts'
import { type FailureMessage, messageOf } from '#machines/failure-message.ts'
import { changePasswordMachine } from '#machines/change-password.ts'
import { forgotPasswordMachine } from '#machines/forgot-password.ts'
import { setPasswordMachine } from '#machines/set-password.ts'

const noResponse = { kind: 'unreachable' } as const
const doneResponse = { kind: 'done' } as const
const refusal = { kind: 'refused', text: 'words of the server' } as const

type Step = { readonly type: string } | { readonly [actor: string]: unknown }

/** The state and message of a machine after these user events and responses. */
function after(machine: AnyStateMachine, events: readonly Step[], input?: unknown) {
  let [snapshot] = initialTransition(machine, input)
  for (const event of events) [snapshot] = transition(machine, snapshot, toEvent(event))
  const { value, context } = snapshot as { value: string; context: { message?: FailureMessage; email?: string } }
  return { value, message: context.message, email: context.email }
}

function toEvent(event: Step) {
  if ('type' in event) return event as { type: string }
  const [[actor, output] = ['', undefined]] = Object.entries<unknown>(event)
  return { type: `xstate.done.actor.${actor}`, output, actorId: actor }
}

describe('a forgotten password', () => {
  const submitAccount = { type: 'account.submitted', account: 'olive' }
  it.each([
    [
      { kind: 'sent', email: 'o@x.test' },
      { value: 'sent', message: undefined, email: 'o@x.test' },
    ],
    [
      { kind: 'serverMessage', text: 'Thank you' },
      { value: 'messageShown', message: { code: 'serverMessage', text: 'Thank you' }, email: '' },
    ],
    [{ kind: 'sentIfKnown' }, { value: 'messageShown', message: { code: 'reminderSent' }, email: '' }],
    [noResponse, { value: 'noResponse', message: { code: 'noConnection' }, email: '' }],
  ])('shows the result of the response %j', (remind, expected) => {
    expect(after(forgotPasswordMachine, [submitAccount, { remind }])).toEqual(expected)
  })
  it('can be requested again after a missing response', () => {
    expect(after(forgotPasswordMachine, [submitAccount, { remind: noResponse }, { type: 'retried' }]).value).toBe(
      'sending',
    )
  })
})

describe('a link in an e-mail', () => {
  const info: LinkResponse = {
    kind: 'info',
    isValid: true,
    isExpired: false,
    isPasswordSet: false,
    user: { userId: '7', ownerId: 3, username: 'pat' },
  }
  const linkLoaded = { fetchLink: { kind: 'responded', link: info } }
  const submitPassword = { type: 'password.submitted', typed: { password: 'a', confirmation: 'a' } }
  const walk = (kind: 'reset' | 'activate', ...events: readonly Step[]) =>
    after(setPasswordMachine, events, { kind, uuid: 'u', ownerId: 3 })

  it('is checked first, again after a missing response, and then shows the form', () => {
    expect(walk('reset').value).toBe('loading')
    expect(walk('reset', { fetchLink: noResponse })).toMatchObject({
      value: 'loadFailed',
      message: { code: 'noConnection' },
    })
    expect(walk('reset', { fetchLink: noResponse }, { type: 'retried' }, linkLoaded).value).toBe('typing')
  })
  it('shows no form if it is not valid', () => {
    expect(walk('reset', { fetchLink: { kind: 'responded', link: { ...info, isExpired: true } } }).value).toBe(
      'invalid',
    )
  })
  it('a reset link is finished when the password is saved', () => {
    expect(walk('reset', linkLoaded, submitPassword, { savePassword: doneResponse }).value).toBe('done')
  })
  it.each([refusal, noResponse])('keeps its form after the response %j', (savePassword) => {
    expect(walk('reset', linkLoaded, submitPassword, { savePassword })).toMatchObject({
      value: 'typing',
      message: messageOf(savePassword),
    })
  })
  it('an activation link continues with the activation, which can be retried separately', () => {
    const stepsUntilSaved = [linkLoaded, submitPassword, { savePassword: doneResponse }] as const
    expect(walk('activate', ...stepsUntilSaved).value).toBe('activating')
    expect(walk('activate', ...stepsUntilSaved, { activateUser: doneResponse }).value).toBe('done')
    expect(walk('activate', ...stepsUntilSaved, { activateUser: noResponse })).toMatchObject({ value: 'notActivated' })
    expect(walk('activate', ...stepsUntilSaved, { activateUser: noResponse }, { type: 'retried' }).value).toBe(
      'activating',
    )
  })
})

describe('the user’s own password', () => {
  const submitPasswords = { type: 'passwords.submitted', typed: { oldPassword: 'a', password: 'b' } }
  it('is changed', () => {
    expect(after(changePasswordMachine, [submitPasswords, { changePassword: doneResponse }]).value).toBe('changed')
  })
  it.each([refusal, noResponse])('stays unchanged after the response %j, and the form stays open', (changePassword) => {
    expect(after(changePasswordMachine, [submitPasswords, { changePassword }])).toMatchObject({
      value: 'typing',
      message: messageOf(changePassword),
    })
  })
})
