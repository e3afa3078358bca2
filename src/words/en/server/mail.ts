// The words of server/mail.
import { counted, number } from '#words/figures.ts'

/** 'Batch load 9 ("March")'. */
export const batch = (batchId: number, type: string, reference: string): string =>
  `Batch ${type} ${batchId} ("${reference}")`
export const batchWaitsForApproval = (batchId: number): string => `Batch ${batchId} is waiting for approval`
export const uploadedAndWaits = (what: string, by: string, size: string): string =>
  `${what} was uploaded by ${by} and is waiting for a decision: ${size}.`
export const whyMailedBatchApprovers = 'You get this because you can approve batches.'
export const batchWas = (batchId: number, decision: string): string => `Batch ${batchId} was ${decision}`
export const wasBy = (what: string, decision: string, by: string, size: string): string =>
  `${what} was ${decision} by ${by}: ${size}.`
export const reasonReason = (reason: string): string => `Reason: ${reason}`
export const itWillBeProcessed = (scheduled: string): string => `It will be processed on ${scheduled}.`
export const batchWasWithdrawn = (batchId: number): string => `Batch ${batchId} was withdrawn`
export const withdrawnByUploader = (what: string, by: string, size: string): string =>
  `${what} was withdrawn by ${by}, who uploaded it: ${size}. No decision is needed.`
export const withdrawnOnHold = (what: string, by: string, size: string): string =>
  `${what} was withdrawn by ${by}, who uploaded it, during the hold after its approval: ${size}. No money has moved.`
export const batchWasCancelled = (batchId: number): string => `Batch ${batchId} was cancelled before it was processed`
export const cancelledOnHold = (what: string, by: string, size: string): string =>
  `${what} was cancelled by ${by} during the hold after its approval: ${size}. No money has moved, and the batch is waiting for approval again.`
export const canBeCancelledInMyBatches = 'Until then, you can cancel it in My batches.'
export const batchIsNoLongerScheduled = (batchId: number): string => `Batch ${batchId} is no longer scheduled`
export const takenOffSchedule = (what: string, by: string, size: string): string =>
  `${what} was taken off its schedule by ${by} and is waiting for approval again: ${size}.`
export const batchIsExpectedToFail = (batchId: number): string => `Batch ${batchId} is expected to fail in part`
export const batchForeseen = (what: string, scheduled: string, foreseenToWords: string): string =>
  `${what} will be processed on ${scheduled}. At the moment ${foreseenToWords}.`
export const batchSaysWhichRows = 'The batch’s details show which rows and why.'
export const topAccountUp = 'Top up the account before then: rows that it does not cover will fail.'
export const canBeTakenOffSchedule = 'Until then, the batch can be taken off the schedule under Approve Batch Load.'
export const batchWasProcessed = (batchId: number): string => `Batch ${batchId} was processed`
export const wasProcessed = (what: string, type: string, loadedAmount: string, amount: string): string =>
  `${what} was processed: ${type}; ${loadedAmount} of ${amount}.`
export const batchSaysWhyRowsFailed = 'The batch’s details show why the other rows failed.'
export const tellAdministrator = 'If this was not you, tell your administrator immediately.'
export const yourVerificationCode = 'Your verification code'
export const enterCodeToSignIn = (portal: string, username: string): string =>
  `Enter this verification code to log in to the ${portal} portal as ${username}:`
export const codeIsValidForMinutes = (minutes: number): string =>
  `The code is valid for ${minutes} minutes and works once.`
export const somebodyKnowsPassword =
  'If you are not logging in, someone else knows your password: change it and tell your administrator.'
export const resetYourPassword = 'Reset your password'
export const newPasswordWasRequested = (username: string, portal: string): string =>
  `Someone asked to reset the password of the user ${username} of the ${portal} portal.`
export const setNewPassword = 'Set a new password'
export const linkIsValidForMinutes = (resetLinkMinutes: number): string =>
  `The link is valid for ${resetLinkMinutes} minutes and works once.`
export const passwordStaysAsItIs = 'If it was not you, you do not need to do anything: your password stays as it is.'
export const activateYourAccount = 'Activate your account'
export const accountWasMade = (portal: string, username: string): string =>
  `An account has been created for you on the ${portal} portal. Your username is ${username}.`
export const choosePasswordToActivate = 'Choose a password to activate it.'
export const activateAccount = 'Activate the account'
export const linkIsValidForDays = (activationLinkDays: number): string =>
  `The link is valid for ${activationLinkDays} days and works once.`
export const yourPasswordWasChanged = 'Your password was changed'
export const passwordOfUserOfPortal = (username: string, portal: string): string =>
  `The password of the user ${username} of the ${portal} portal was changed. All other sessions were ended.`
export const twoFactorSetUp = 'Two-factor authentication was set up'
export const passkeyWasAdded = 'A passkey was added'
export const appWasSetUpForUser = (username: string, portal: string): string =>
  `The user ${username} of the ${portal} portal now logs in with the codes of an authenticator app.`
export const passkeyWasAddedToUser = (username: string, portal: string): string =>
  `A passkey was added to the user ${username} of the ${portal} portal. It can be used to log in.`
export const passkeyWasRemoved = 'A passkey was removed'
export const passkeyWasRemovedFromUser = (username: string, portal: string): string =>
  `A passkey was removed from the user ${username} of the ${portal} portal.`
export const appWasRemoved = 'Your authenticator app was removed'
export const appWasRemovedFromUser = (username: string, portal: string): string =>
  `The user ${username} of the ${portal} portal no longer logs in with the codes of an authenticator app.`
export const twoFactorReset = 'Two-factor authentication was reset'
export const adminResetTwoFactor = (username: string, portal: string): string =>
  `An administrator has reset the two-factor authentication of the user ${username} of the ${portal} portal. All sessions were ended, and authenticator app, recovery codes and passkeys no longer work.`
export const nextSignInSetsUpApp = 'The next time you log in, you will be asked to set up an authenticator app.'
export const nextSignInNeedsCode = 'The next time you log in, you will be asked for a code sent to this address.'
export const recoveryCodesRenewed = 'Your recovery codes were renewed'
export const userHasNewRecoveryCodes = (username: string, portal: string): string =>
  `The user ${username} of the ${portal} portal has new recovery codes. The earlier ones no longer work.`
export const yourEMailAddressWasChanged = 'Your email address was changed'
export const eMailAddressOfUser = (username: string, portal: string, newEmail: string): string =>
  `The email address of the user ${username} of the ${portal} portal is now ${newEmail}.`
export const yourGroupWasChanged = 'Your group was changed'
export const groupOfUser = (username: string, portal: string, group: string): string =>
  `The user ${username} of the ${portal} portal is now in the group ${group}. The group determines what the user can do.`
/** 'Order 4 (Staff cards)'. */
export const order = (orderId: number, campaign: string): string => `Order ${orderId} (${campaign})`
export const loadsOf = (cards: string, amount: string): string => `${cards}, loads of ${amount}`
export const orderWaitsForApproval = (orderId: number): string => `Order ${orderId} is waiting for approval`
export const submittedAndWaits = (what: string, by: string, size: string): string =>
  `${what} was submitted by ${by} and is waiting for a decision: ${size}.`
export const whyMailedOrderApprovers = 'You get this because you can approve orders of virtual cards.'
export const orderWas = (orderId: number, decision: string): string => `Order ${orderId} was ${decision}`
export const orderWasCancelled = (orderId: number): string => `Order ${orderId} was cancelled`
export const cancelledBySubmitter = (what: string, by: string, size: string): string =>
  `${what} was cancelled by ${by}, who submitted it: ${size}. No decision is needed.`
export const orderWasPlaced = (orderId: number): string => `Order ${orderId} was placed and can still be cancelled`
export const placedBy = (what: string, by: string, size: string): string => `${what} was placed by ${by}: ${size}.`
export const becomesFinal = (finalAt: string): string =>
  `It needs no approval: on ${finalAt} it becomes final, and its cards are loaded and made.`
export const cancelInTime = 'If it is not right, cancel it before then. The details show every card.'
export const whyMailedOrderCancellers = 'You get this because you can cancel other people’s physical card orders.'
export const onlyMakerCanCancel = (orderId: number): string =>
  `Only the person who placed order ${orderId} can cancel it`
export const noOneElseCanCancel = (by: string): string =>
  `Until then only ${by} can cancel it, because no one else can approve card orders. Give a second person that permission under Groups.`
export const openGroups = 'Open the groups'
export const whyMailedAdministrators = 'You get this because you manage users.'
export const cancelledByAnother = (what: string, by: string, size: string): string =>
  `${what} was cancelled by ${by}: ${size}. Its cards will not be made, and no money will move.`
export const fileOfOrderWaits = (orderId: number): string =>
  `The file of order ${orderId} is ready for the card producer`
export const isReadyForProduction = (what: string, cards: string): string =>
  `${what} is ready for production: ${cards}.`
export const fetchItOnce = 'Download its file and hand it to the card producer. It can be downloaded once.'
export const openProducerFiles = 'Open the producer files'
export const whyMailedProducers = 'You get this because you can download the files for the card producer.'
export const cardsOfOrder = (
  orderId: number,
  { issued, failed, isToBeMade }: { issued: number; failed: number; isToBeMade: boolean },
): string => {
  if (issued === 0) return `The cards of order ${orderId} were not issued`
  const which = failed > 0 ? 'Some cards' : 'The cards'
  return `${which} of order ${orderId} ${isToBeMade ? 'are ready for production' : 'were issued'}`
}
export const producerMakesThem = 'The card producer makes the cards after the file of the order has been downloaded.'
/** @param cards '2 virtual cards' */
export const noMessageFor = (cards: string): string =>
  `No message was sent for ${cards}: the notification number is not a telephone number. Inform their holders in another way.`
export const orderSaysWhyNotIssued = 'The order’s details show why the other cards were not issued.'
export const yourReportIsReady = (name: string): string => `Your report is ready: ${name}`
export const reportCanBeDownloaded = (name: string, title: string): string =>
  `“${name}” (${title}) is ready and can be downloaded for seven days.`
export const openReports = 'Open the reports'
export const whyMailedReportOwner =
  'You get this because you saved this report with a schedule. You can change that under Reports.'
export const manyCardNumbersRead = (user: string): string => `${user} has read many card numbers`
export const userReadCardNumbers = (user: string, numbers: number): string =>
  `${user} was given ${number(numbers)} full card numbers within an hour, which is the limit for one user.`
export const cardNumbersAreMasked = (until: string): string =>
  `Until ${until} further card numbers are masked for this user, and searches for several card numbers are refused. Everything else works.`
export const checkWhetherWorkNeedsThem =
  'Check that the user’s work needs them. The audit trail lists the searches, with address and device. If it does not, change the user’s group or delete the user; both take effect immediately.'
export const openAuditTrail = 'Open the audit trail'
export const openBatch = 'Open the batch'
export const openOrder = 'Open the order'
export const hello = (name: string): string => `Hello ${name},`
export const digestOf = (events: number): string => counted(events, 'event', 'events')
export const sinceLastDigest = (portal: string, username: string): string =>
  `What happened in ${portal} for user ${username} since the last daily email:`
export const openPortal = 'Open the portal'
export const whyOneMailADay = 'You get one email a day because you chose that in My Settings.'
