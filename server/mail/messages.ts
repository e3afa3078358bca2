// What the host writes to people, as data: each kind of e-mail with its subject, its sentences and the one thing to do. No
// card data is in any of them. How it looks is layout.ts, how it travels transport.ts.
import * as z from 'zod'
import { batchMails, batchMailToContent } from './batch-messages.ts'
import { orderMails, orderMailToContent } from './order-messages.ts'
import { type MessageContent, recipient } from './parts.ts'
import { reportMails, reportMailToContent } from './report-messages.ts'
import { ACTIVATION_LINK_DAYS, RESET_LINK_MINUTES } from '#server/links.ts'

const to = recipient

/** An e-mail as it waits in the job queue. */
export const mailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), to, code: z.string(), minutes: z.int(), expiresAt: z.number() }),
  z.object({ kind: z.literal('reset'), to, secret: z.string() }),
  z.object({ kind: z.literal('activation'), to, secret: z.string() }),
  z.object({ kind: z.literal('passwordChanged'), to }),
  z.object({ kind: z.literal('factorAdded'), to, factor: z.enum(['app', 'passkey']) }),
  z.object({ kind: z.literal('passkeyRemoved'), to }),
  /** By an administrator; `next`: what the next sign-in asks for. */
  z.object({ kind: z.literal('factorReset'), to, next: z.enum(['app', 'email']) }),
  z.object({ kind: z.literal('recoveryCodesRenewed'), to }),
  /** Goes to the old address and to the new one. */
  z.object({ kind: z.literal('emailChanged'), to, newEmail: z.string() }),
  ...batchMails,
  ...orderMails,
  ...reportMails,
])

export type Mail = z.output<typeof mailSchema>

const NOT_YOU = 'If this was not you, tell your administrator at once.'

/** The words of an e-mail; `publicUrl` is the portal's address with its closing slash, `portal` its name. */
export function mailToContent(
  mail: Mail,
  { publicUrl, portal }: { publicUrl: string; portal: string },
): MessageContent {
  const { username } = mail.to
  switch (mail.kind) {
    case 'code':
      return {
        subject: 'Your verification code',
        paragraphs: [`Enter this verification code to sign in to the ${portal} portal as ${username}:`],
        code: mail.code,
        closing: [
          `The code is valid for ${mail.minutes} minutes and works once.`,
          'If you are not signing in, somebody else knows your password: change it and tell your administrator.',
        ],
      }
    case 'reset':
      return {
        subject: 'Reset your password',
        paragraphs: [`A new password was asked for the user ${username} of the ${portal} portal.`],
        action: { label: 'Set a new password', url: `${publicUrl}password/${mail.secret}/reset` },
        closing: [
          `The link is valid for ${RESET_LINK_MINUTES} minutes and works once.`,
          'If you did not ask for it, you need not do anything: your password stays as it is.',
        ],
      }
    case 'activation':
      return {
        subject: `Activate your account`,
        paragraphs: [
          `An account was made for you at the ${portal} portal. Your username is ${username}.`,
          'Choose a password to activate it.',
        ],
        action: { label: 'Activate the account', url: `${publicUrl}user/${mail.secret}/activate` },
        closing: [`The link is valid for ${ACTIVATION_LINK_DAYS} days and works once.`],
      }
    case 'passwordChanged':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          `The password of the user ${username} of the ${portal} portal was changed. All other sessions were ended.`,
        ],
        closing: [NOT_YOU],
      }
    case 'factorAdded':
      return {
        subject: mail.factor === 'app' ? 'Two-factor authentication was set up' : 'A passkey was added',
        paragraphs: [
          mail.factor === 'app'
            ? `The user ${username} of the ${portal} portal now signs in with the codes of an authenticator app.`
            : `A passkey was added to the user ${username} of the ${portal} portal. It can be used to sign in.`,
        ],
        closing: [NOT_YOU],
      }
    case 'passkeyRemoved':
      return {
        subject: 'A passkey was removed',
        paragraphs: [`A passkey was removed from the user ${username} of the ${portal} portal.`],
        closing: [NOT_YOU],
      }
    case 'factorReset':
      return {
        subject: 'Two-factor authentication was reset',
        paragraphs: [
          `An administrator has reset the two-factor authentication of the user ${username} of the ${portal} portal. All sessions were ended, and authenticator app, recovery codes and passkeys no longer work.`,
          mail.next === 'app'
            ? 'The next sign-in asks you to set up an authenticator app.'
            : 'The next sign-in asks for a code that is sent to this address.',
        ],
        closing: [NOT_YOU],
      }
    case 'recoveryCodesRenewed':
      return {
        subject: 'Your recovery codes were renewed',
        paragraphs: [`The user ${username} of the ${portal} portal has new recovery codes. The earlier ones are void.`],
        closing: [NOT_YOU],
      }
    case 'emailChanged':
      return {
        subject: 'Your e-mail address was changed',
        paragraphs: [`The e-mail address of the user ${username} of the ${portal} portal is now ${mail.newEmail}.`],
        closing: [NOT_YOU],
      }
    case 'batchWaiting':
    case 'batchDecided':
    case 'batchProcessed':
    case 'batchWithdrawn':
    case 'batchUnscheduled':
    case 'batchForeseen':
      return batchMailToContent(mail, publicUrl)
    case 'orderWaiting':
    case 'orderDecided':
    case 'orderCancelled':
    case 'orderIssued':
      return orderMailToContent(mail, publicUrl)
    case 'reportReady':
      return reportMailToContent(mail, publicUrl)
  }
}
