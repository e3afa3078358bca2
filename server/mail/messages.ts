// The e-mails as data: each type with its subject, its sentences and its one action. None contains card data. layout.ts
// formats them, transport.ts sends them.
import * as z from 'zod'
import { batchMails, batchMailToContent } from './batch-messages.ts'
import { orderMails, orderMailToContent } from './order-messages.ts'
import { cardMails, cardMailToContent } from './card-messages.ts'
import { type MessageContent, recipient } from './parts.ts'
import { reportMails, reportMailToContent } from './report-messages.ts'
import { ACTIVATION_LINK_DAYS, RESET_LINK_MINUTES } from '#server/sessions/mailed-links.ts'
import * as say from '#words/server/mail.ts'

const to = recipient

/** An e-mail in the job queue. */
export const mailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), to, code: z.string(), minutes: z.int(), expiresAt: z.number() }),
  z.object({ kind: z.literal('reset'), to, secret: z.string() }),
  z.object({ kind: z.literal('activation'), to, secret: z.string() }),
  z.object({ kind: z.literal('passwordChanged'), to }),
  z.object({ kind: z.literal('factorAdded'), to, factor: z.enum(['app', 'passkey']) }),
  z.object({ kind: z.literal('passkeyRemoved'), to }),
  z.object({ kind: z.literal('appRemoved'), to }),
  /** An administrator reset the factor; `next` is the factor of the next login. */
  z.object({ kind: z.literal('factorReset'), to, next: z.enum(['app', 'email']) }),
  z.object({ kind: z.literal('recoveryCodesRenewed'), to }),
  /** Goes to the old address and to the new one. */
  z.object({ kind: z.literal('emailChanged'), to, newEmail: z.string() }),
  z.object({ kind: z.literal('groupChanged'), to, group: z.string() }),
  /** The alerts of one day, each without its recipient. */
  z.object({
    kind: z.literal('digest'),
    to,
    events: z.array(z.object({ at: z.string(), mail: z.record(z.string(), z.unknown()) })),
  }),
  ...batchMails,
  ...orderMails,
  ...reportMails,
  ...cardMails,
])

export type Mail = z.output<typeof mailSchema>

const NOT_YOU = say.tellAdministrator

/** The texts of an e-mail. `publicUrl` is the portal's address with its closing slash; `portal` is its name. */
export function mailToContent(
  mail: Mail,
  { publicUrl, portal }: { publicUrl: string; portal: string },
): MessageContent {
  const { username } = mail.to
  switch (mail.kind) {
    case 'code':
      return {
        subject: say.yourVerificationCode,
        paragraphs: [say.enterCodeToSignIn(portal, username)],
        code: mail.code,
        closing: [say.codeIsValidForMinutes(mail.minutes), say.somebodyKnowsPassword],
      }
    case 'reset':
      return {
        subject: say.resetYourPassword,
        paragraphs: [say.newPasswordWasRequested(username, portal)],
        action: { label: say.setNewPassword, url: `${publicUrl}password/${mail.secret}/reset` },
        closing: [say.linkIsValidForMinutes(RESET_LINK_MINUTES), say.passwordStaysAsItIs],
      }
    case 'activation':
      return {
        subject: say.activateYourAccount,
        paragraphs: [say.accountWasMade(portal, username), say.choosePasswordToActivate],
        action: { label: say.activateAccount, url: `${publicUrl}user/${mail.secret}/activate` },
        closing: [say.linkIsValidForDays(ACTIVATION_LINK_DAYS)],
      }
    case 'passwordChanged':
      return {
        subject: say.yourPasswordWasChanged,
        paragraphs: [say.passwordOfUserOfPortal(username, portal)],
        closing: [NOT_YOU],
      }
    case 'factorAdded':
      return {
        subject: mail.factor === 'app' ? say.twoFactorSetUp : say.passkeyWasAdded,
        paragraphs: [
          mail.factor === 'app'
            ? say.appWasSetUpForUser(username, portal)
            : say.passkeyWasAddedToUser(username, portal),
        ],
        closing: [NOT_YOU],
      }
    case 'passkeyRemoved':
      return {
        subject: say.passkeyWasRemoved,
        paragraphs: [say.passkeyWasRemovedFromUser(username, portal)],
        closing: [NOT_YOU],
      }
    case 'appRemoved':
      return {
        subject: say.appWasRemoved,
        paragraphs: [say.appWasRemovedFromUser(username, portal)],
        closing: [NOT_YOU],
      }
    case 'factorReset':
      return {
        subject: say.twoFactorReset,
        paragraphs: [
          say.adminResetTwoFactor(username, portal),
          mail.next === 'app' ? say.nextSignInSetsUpApp : say.nextSignInNeedsCode,
        ],
        closing: [NOT_YOU],
      }
    case 'recoveryCodesRenewed':
      return {
        subject: say.recoveryCodesRenewed,
        paragraphs: [say.userHasNewRecoveryCodes(username, portal)],
        closing: [NOT_YOU],
      }
    case 'emailChanged':
      return {
        subject: say.yourEMailAddressWasChanged,
        paragraphs: [say.eMailAddressOfUser(username, portal, mail.newEmail)],
        closing: [NOT_YOU],
      }
    case 'groupChanged':
      return {
        subject: say.yourGroupWasChanged,
        paragraphs: [say.groupOfUser(username, portal, mail.group)],
        closing: [NOT_YOU],
      }
    case 'digest': {
      const events = mail.events.map((event) =>
        mailToContent(mailSchema.parse({ ...event.mail, to: mail.to }), { publicUrl, portal }),
      )
      return {
        subject: say.digestOf(events.length),
        paragraphs: [say.sinceLastDigest(portal, username)],
        items: events.map(({ subject, paragraphs, action }) => ({
          title: subject,
          text: paragraphs[0] ?? '',
          url: action?.url ?? publicUrl,
        })),
        action: { label: say.openPortal, url: publicUrl },
        closing: [say.whyOneMailADay],
      }
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
    case 'orderPlaced':
    case 'orderUnwatched':
    case 'ownOrderCancelled':
    case 'orderFileWaits':
    case 'orderIssued':
      return orderMailToContent(mail, publicUrl)
    case 'reportReady':
      return reportMailToContent(mail, publicUrl)
    case 'cardNumberLimit':
      return cardMailToContent(mail, publicUrl)
  }
}
