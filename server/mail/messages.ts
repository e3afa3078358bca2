// The e-mails as data, and their texts: a subject, paragraphs and at most one action. No e-mail contains card data.
// layout.ts formats the texts, transport.ts sends them.
import { m } from '#words/messages.js'
import * as z from 'zod'
import { batchMails, batchMailToContent } from './batch-messages.ts'
import { feedMails, feedMailToContent } from './feed-messages.ts'
import { fundingMails, fundingMailToContent } from './funding-messages.ts'
import { orderMails, orderMailToContent } from './order-messages.ts'
import { cardMails, cardMailToContent } from './card-messages.ts'
import { type MessageContent, recipient } from './message-content.ts'
import { reportMails, reportMailToContent } from './report-messages.ts'
import { ACTIVATION_LINK_DAYS, RESET_LINK_MINUTES } from '#server/sessions/mailed-links.ts'

const to = recipient
/** What the user entered wrongly too often. */
const wrong = z.enum(['password', 'code'])

/** An e-mail in the job queue. */
export const mailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), to, code: z.string(), minutes: z.int(), expiresAt: z.number() }),
  z.object({ kind: z.literal('reset'), to, secret: z.string() }),
  z.object({ kind: z.literal('activation'), to, secret: z.string() }),
  z.object({ kind: z.literal('passwordChanged'), to }),
  z.object({ kind: z.literal('factorAdded'), to, factor: z.enum(['app', 'passkey']) }),
  z.object({ kind: z.literal('passkeyRemoved'), to }),
  z.object({ kind: z.literal('appRemoved'), to }),
  /** An administrator has reset the second factor. `next` is the factor of the next login. */
  z.object({ kind: z.literal('factorReset'), to, next: z.enum(['app', 'email']) }),
  z.object({ kind: z.literal('recoveryCodesRenewed'), to }),
  /** Wrong passwords or codes have locked the account. */
  z.object({ kind: z.literal('accountLocked'), to, wrong, until: z.string() }),
  /** Tells the administrators that an account was locked by wrong passwords or codes. */
  z.object({ kind: z.literal('userLocked'), to, user: z.string(), userId: z.int(), wrong, until: z.string() }),
  /** Sent to both the old and the new address. */
  z.object({ kind: z.literal('emailChanged'), to, newEmail: z.string() }),
  z.object({ kind: z.literal('groupChanged'), to, group: z.string() }),
  /** The user has logged in by the company's login for the first time. */
  z.object({ kind: z.literal('providerLinked'), to, provider: z.string() }),
  /** Tells a new user how to log in if passwords are switched off. */
  z.object({ kind: z.literal('accountReady'), to, provider: z.string() }),
  /** Tells the administrators and the emergency user that someone has logged in with the emergency password. */
  z.object({ kind: z.literal('breakGlassUsed'), to, user: z.string(), at: z.string(), address: z.string() }),
  /** Tells the administrators that a key will be locked, because it was not used for a while. */
  z.object({
    kind: z.literal('machineUnused'),
    to,
    machine: z.string(),
    keyStart: z.string(),
    days: z.int(),
    day: z.string(),
  }),
  /** The user has not logged in for a while, and will be locked. */
  z.object({ kind: z.literal('userUnused'), to, days: z.int(), day: z.string() }),
  /** Tells the administrators that messages to an endpoint were turned off. */
  z.object({ kind: z.literal('webhookDisabled'), to, url: z.string(), reason: z.enum(['gone', 'failing']) }),
  /** The alerts of one day, each without its recipient. */
  z.object({
    kind: z.literal('digest'),
    to,
    events: z.array(z.object({ at: z.string(), mail: z.record(z.string(), z.unknown()) })),
  }),
  ...batchMails,
  ...orderMails,
  ...fundingMails,
  ...feedMails,
  ...reportMails,
  ...cardMails,
])

export type Mail = z.output<typeof mailSchema>

/** The texts of an e-mail. `publicUrl` is the portal's address with its closing slash, and `portal` is its name. */
export function mailToContent(
  mail: Mail,
  { publicUrl, portal }: { publicUrl: string; portal: string },
): MessageContent {
  const { username } = mail.to
  switch (mail.kind) {
    case 'code':
      return {
        subject: m.mail_yourVerificationCode(),
        paragraphs: [m.mail_enterCodeToLogIn({ portal, username })],
        code: mail.code,
        closing: [m.mail_codeIsValidForMinutes({ minutes: mail.minutes }), m.mail_someoneKnowsPassword()],
      }
    case 'reset':
      return {
        subject: m.mail_resetYourPassword(),
        paragraphs: [m.mail_passwordResetRequested({ username, portal })],
        action: { label: m.mail_setNewPassword(), url: `${publicUrl}password/${mail.secret}/reset` },
        closing: [m.mail_linkIsValidForMinutes({ resetLinkMinutes: RESET_LINK_MINUTES }), m.mail_passwordStaysAsItIs()],
      }
    case 'activation':
      return {
        subject: m.common_activateYourAccount(),
        paragraphs: [m.mail_accountCreated({ portal, username }), m.mail_choosePasswordToActivate()],
        action: { label: m.mail_activateAccount(), url: `${publicUrl}user/${mail.secret}/activate` },
        closing: [m.mail_linkIsValidForDays({ activationLinkDays: ACTIVATION_LINK_DAYS })],
      }
    case 'accountReady':
      return {
        subject: m.mail_accountReady({ portal }),
        paragraphs: [m.mail_accountCreated({ portal, username }), m.mail_accountReadyText({ provider: mail.provider })],
        action: { label: m.access_logInWith({ provider: mail.provider }), url: `${publicUrl}login` },
        closing: [],
      }
    case 'providerLinked':
      return {
        subject: m.mail_providerLinked({ provider: mail.provider }),
        paragraphs: [m.mail_providerLinkedText({ username, portal, provider: mail.provider })],
        closing: [m.mail_tellAdministrator()],
      }
    case 'breakGlassUsed':
      return {
        subject: m.mail_breakGlassUsed({ user: mail.user }),
        paragraphs: [
          m.mail_breakGlassUsedText({ user: mail.user, portal, at: mail.at, address: mail.address }),
          m.mail_breakGlassAct(),
        ],
        closing: [],
      }
    case 'passwordChanged':
      return {
        subject: m.mail_yourPasswordWasChanged(),
        paragraphs: [m.mail_passwordChangedForUser({ username, portal })],
        closing: [m.mail_tellAdministrator()],
      }
    case 'factorAdded':
      return {
        subject: mail.factor === 'app' ? m.mail_twoFactorSetUp() : m.mail_passkeyWasAdded(),
        paragraphs: [
          mail.factor === 'app'
            ? m.mail_appWasSetUpForUser({ username, portal })
            : m.mail_passkeyWasAddedToUser({ username, portal }),
        ],
        closing: [m.mail_tellAdministrator()],
      }
    case 'passkeyRemoved':
      return {
        subject: m.mail_passkeyWasRemoved(),
        paragraphs: [m.mail_passkeyWasRemovedFromUser({ username, portal })],
        closing: [m.mail_tellAdministrator()],
      }
    case 'appRemoved':
      return {
        subject: m.mail_appWasRemoved(),
        paragraphs: [m.mail_appWasRemovedFromUser({ username, portal })],
        closing: [m.mail_tellAdministrator()],
      }
    case 'factorReset':
      return {
        subject: m.mail_twoFactorReset(),
        paragraphs: [
          m.mail_adminResetTwoFactor({ username, portal }),
          mail.next === 'app' ? m.mail_nextLoginSetsUpApp() : m.mail_nextLoginNeedsCode(),
        ],
        closing: [m.mail_tellAdministrator()],
      }
    case 'recoveryCodesRenewed':
      return {
        subject: m.mail_recoveryCodesRenewed(),
        paragraphs: [m.mail_userHasNewRecoveryCodes({ username, portal })],
        closing: [m.mail_tellAdministrator()],
      }
    case 'accountLocked':
      return {
        subject: m.mail_yourAccountIsLocked(),
        paragraphs: [
          m.mail_accountWasLocked({ username, portal, wrong: mail.wrong, until: mail.until }),
          m.mail_someoneElseTyped(),
        ],
        closing: [m.mail_tellAdministrator()],
      }
    case 'userLocked':
      return {
        subject: m.mail_userIsLocked({ user: mail.user }),
        paragraphs: [
          m.mail_userWasLocked({ user: mail.user, wrong: mail.wrong, until: mail.until }),
          m.mail_askLockedUser(),
        ],
        action: { label: m.mail_openUser(), url: `${publicUrl}user/edituser/${mail.userId}` },
        closing: [m.mail_whyMailedAdministrators()],
      }
    case 'emailChanged':
      return {
        subject: m.mail_yourEmailWasChanged(),
        paragraphs: [m.mail_emailChangedForUser({ username, portal, newEmail: mail.newEmail })],
        closing: [m.mail_tellAdministrator()],
      }
    case 'groupChanged':
      return {
        subject: m.mail_yourGroupWasChanged(),
        paragraphs: [m.mail_groupChangedForUser({ username, portal, group: mail.group })],
        closing: [m.mail_tellAdministrator()],
      }
    case 'machineUnused':
      return {
        subject: m.mail_machineUnusedSoon({ machine: mail.machine }),
        paragraphs: [
          m.mail_machineUnusedText({
            machine: mail.machine,
            keyStart: mail.keyStart,
            days: mail.days,
            day: mail.day,
          }),
          m.mail_machineRevokeIfNotNeeded(),
        ],
        action: { label: m.mail_openMachineUsers(), url: `${publicUrl}user/machines` },
        closing: [m.mail_whyMailedAdministrators()],
      }
    case 'userUnused':
      return {
        subject: m.mail_userUnusedSoon(),
        paragraphs: [m.mail_userUnusedText({ username, portal, days: mail.days, day: mail.day })],
        action: { label: m.common_logIn(), url: `${publicUrl}login` },
        closing: [m.mail_userUnusedAfter()],
      }
    case 'webhookDisabled':
      return {
        subject: m.mail_webhookDisabled({ host: new URL(mail.url).host }),
        paragraphs: [
          mail.reason === 'gone' ? m.mail_webhookGone({ url: mail.url }) : m.mail_webhookFailing({ url: mail.url }),
          m.mail_turnEndpointOn(),
        ],
        action: { label: m.mail_openEndpoints(), url: `${publicUrl}user/machines` },
        closing: [m.mail_whyMailedAdministrators()],
      }
    case 'digest': {
      const events = mail.events.map((event) =>
        mailToContent(mailSchema.parse({ ...event.mail, to: mail.to }), { publicUrl, portal }),
      )
      return {
        subject: m.mail_digestSubject({ events: events.length }),
        paragraphs: [m.mail_sinceLastDigest({ portal, username })],
        items: events.map(({ subject, paragraphs, action }) => ({
          title: subject,
          text: paragraphs[0] ?? '',
          url: action?.url ?? publicUrl,
        })),
        action: { label: m.mail_openPortal(), url: publicUrl },
        closing: [m.mail_whyMailedDaily()],
      }
    }
    case 'batchWaiting':
    case 'batchBlocked':
    case 'batchDecided':
    case 'batchProcessed':
    case 'batchWithdrawn':
    case 'batchUnscheduled':
    case 'batchForeseen':
      return batchMailToContent(mail, publicUrl)
    case 'orderWaiting':
    case 'orderBlocked':
    case 'orderDecided':
    case 'orderCancelled':
    case 'orderPlaced':
    case 'orderUnwatched':
    case 'ownOrderCancelled':
    case 'orderFileWaits':
    case 'orderIssued':
      return orderMailToContent(mail, publicUrl)
    case 'paymentWaiting':
    case 'paymentDecided':
    case 'fundsLow':
      return fundingMailToContent(mail, publicUrl)
    case 'feedProblems':
    case 'feedFileWaiting':
    case 'feedFileDecided':
      return feedMailToContent(mail, publicUrl)
    case 'reportReady':
      return reportMailToContent(mail, publicUrl)
    case 'cardNumberLimit':
    case 'unknownNumberLimit':
      return cardMailToContent(mail, publicUrl)
  }
}
