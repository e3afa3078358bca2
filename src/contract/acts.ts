// The audited operations and their results in words. The table is complete: a new audited operation does not compile
// without its words.
import type { ResultCode } from './codes.ts'
import type { AuditedMethod } from './facts.ts'
import * as say from '#words/contract.ts'

/** Words for an act with an object: 'approved' batch 43, 'tried to approve' batch 43, 'Approve' a batch. */
export interface Act {
  readonly did: string
  /** Follows 'tried to'. */
  readonly verb: string
  /** The object if the particular one is unknown: 'a batch'; '' if the verb needs no object. */
  readonly about: string
}

const act = (verb: string, did: string, about: string): Act => ({ verb, did, about })
const CARD = say.aCard
const BATCH = say.aBatch
const ORDER = say.virtualCardOrder
const USER = say.aUser

export const acts: Readonly<Record<AuditedMethod, Act>> = {
  logIn: act(say.signIn, say.signedIn, ''),
  logOut: act(say.signOut, say.signedOut, ''),
  enrollUser: act(say.beginToSetUpTwoFactor, say.beganToSetUpTwoFactor, ''),
  confirm2FAEnrolment: act(say.setUpTwoFactor, say.setUpTwoFactor, ''),
  savePassword: act(say.setPasswordByMailedLink, say.setPasswordByMailedLink, ''),
  activateUser: act(say.activateAccount, say.activatedAccount, ''),
  changePassword: act(say.changePassword, say.changedPassword, ''),
  renewRecoveryCodes: act(say.renewRecoveryCodes, say.renewedRecoveryCodes, ''),
  offerAuthenticator: act(say.beginToSetUpApp, say.beganToSetUpApp, ''),
  confirmAuthenticator: act(say.setUpApp, say.setUpApp, ''),
  removeAuthenticator: act(say.removeApp, say.removedApp, ''),
  setMailAlerts: act(say.chooseOwnEMails, say.choseOwnEMails, ''),
  endMySession: act(say.endOwnSession, say.endedOwnSession, ''),
  openNoticeChannel: act(say.turnOnNotices, say.turnedOnNotices, ''),
  passkeyRegistrationOptions: act(say.beginToAddPasskey, say.beganToAddPasskey, ''),
  registerPasskey: act(say.addPasskey, say.addedPasskey, ''),
  removePasskey: act(say.removePasskey, say.removedPasskey, ''),

  cardSearch: act(say.find, say.found, say.cards),
  cardDetails: act(say.lookAtDetails, say.lookedAtDetails, CARD),
  reachCardNumberLimit: act(say.reachCardNumberLimit, say.reachedCardNumberLimit, ''),
  revealCard: act(say.showFullNumber, say.showedFullNumber, CARD),
  cardStatement: act(say.readStatement, say.readStatement, CARD),
  getCombinedStatement: act(say.readCombinedStatement, say.readCombinedStatement, say.cards),
  reverseTransaction: act(say.reverseTransaction, say.reversedTransaction, CARD),
  devalueCard: act(say.devalue, say.devalued, CARD),
  stopCard: act(say.stop, say.stopped, CARD),
  unstopCard: act(say.unstop, say.unstopped, CARD),
  retireCard: act(say.retire, say.retired, CARD),
  changePin: act(say.changePin, say.changedPin, CARD),
  toggleMagstripe: act(say.changeMagneticStripe, say.changedMagneticStripe, CARD),
  setCardStatus: act(say.activate, say.activated, say.cards),
  addCardNote: act(say.addNote, say.addedNote, CARD),
  insertCardFee: act(say.insertFee, say.insertedFee, CARD),

  batchLoadUpload: act(say.upload, say.uploaded, say.batchLoad),
  batchTransferUpload: act(say.upload, say.uploaded, say.batchTransfer),
  batchDevalueUpload: act(say.upload, say.uploaded, say.batchDevalue),
  batchLoadDetails: act(say.lookAtDetails, say.lookedAtDetails, BATCH),
  myBatchRows: act(say.lookAtOwn, say.lookedAtOwn, say.batchInText),
  downloadBatchLoadReport: act(say.downloadReport, say.downloadedReport, BATCH),
  downloadBatchLoadFile: act(say.downloadFile, say.downloadedFile, BATCH),
  myBatchFile: act(say.downloadFileOfOwn, say.downloadedFileOfOwn, say.batchInText),
  approveBatchLoad: act(say.approve, say.approved, BATCH),
  rejectBatchLoad: act(say.reject, say.rejected, BATCH),
  retryBatchLoad: act(say.processAgain, say.hadProcessedAgain, BATCH),
  closeBatchLoad: act(say.close, say.closed, BATCH),
  updateClosedBatchLoadComments: act(say.changeComments, say.changedComments, BATCH),
  unscheduleBatchLoad: act(say.changeSchedule, say.changedSchedule, BATCH),
  withdrawBatchLoad: act(say.withdraw, say.withdrew, BATCH),

  batchCardOrder: act(say.orderCards, say.orderedCards, say.cardOrder),
  submitVirtualCardOrder: act(say.submit, say.submitted, ORDER),
  fetchVirtualCardOrdersBatchLoadDetails: act(say.lookAtDetails, say.lookedAtDetails, ORDER),
  downloadVirtualCardOrdersBatchLoadDetailsReport: act(say.downloadReport, say.downloadedReport, ORDER),
  myCardOrderRows: act(say.lookAtOwn, say.lookedAtOwn, say.orderInText),
  physicalCardOrderRows: act(say.lookAtDetails, say.lookedAtDetails, say.physicalOrder),
  approveVirtualCardOrdersBatchLoad: act(say.approve, say.approved, ORDER),
  rejectVirtualCardOrdersBatchLoad: act(say.reject, say.rejected, ORDER),
  retryVirtualCardOrdersBatchLoad: act(say.issueAgain, say.hadIssuedAgain, ORDER),
  cancelCardOrder: act(say.cancel, say.cancelled, say.cardOrder),
  fetchProducerFile: act(say.fetchProducerFile, say.fetchedProducerFile, say.cardOrder),

  merchantSignUp: act(say.signUp, say.signedUp, say.aMerchant),

  shareColumns: act(say.share, say.shared, say.columnsOfFile),
  removeSharedColumns: act(say.stopSharing, say.stoppedSharing, say.columnsOfFile),

  getDateRangeReport: act(say.read, say.read, say.aReport),
  loadReport: act(say.lookAtDay, say.lookedAtDay, say.aReport),
  chargebackReport: act(say.read, say.read, say.chargebackReport),
  beginReportDownload: act(say.beginToDownload, say.beganToDownload, say.aReport),
  downloadReport: act(say.download, say.downloaded, say.aReport),
  saveReport: act(say.save, say.saved, say.aReport),
  deleteSavedReport: act(say.deleteIt, say.deleted, say.savedReport),
  makeReportFile: act(say.prepareFile, say.preparedFile, say.aReport),
  discardReportFile: act(say.discardFile, say.discardedFile, say.aReport),

  searchUser: act(say.searchFor, say.searchedFor, say.users),
  auditLog: act(say.readTrail, say.readTrail, ''),
  saveUser: act(say.save, say.saved, USER),
  deleteUser: act(say.deleteIt, say.deleted, USER),
  lockUser: act(say.lock, say.locked, USER),
  unlockUser: act(say.unlock, say.unlocked, USER),
  resendActivation: act(say.sendNewActivationEmail, say.sentNewActivationEmail, USER),
  confirmUserChange: act(say.confirmChange, say.confirmedChange, USER),
  reset2FAEnrolment: act(say.resetTwoFactor, say.resetTwoFactor, USER),

  initProgramme: act(say.setUpOrChange, say.setUpOrChanged, say.theProgramme),
  importCards: act(say.importIt, say.imported, say.cards),
  importHolders: act(say.importIt, say.imported, say.cardholders),
  importTransactions: act(say.importIt, say.imported, say.earlierTransactions),
  exportProgramme: act(say.exportIt, say.exported, say.theProgramme),
  exportCardNumbers: act(say.exportIt, say.exported, say.withFullCardNumbers),
  backUp: act(say.backUp, say.backedUp, say.theDatabase),
  restore: act(say.restore, say.restored, say.databaseFromBackup),
  rotateKeys: act(say.rotate, say.rotated, say.theKeys),
  erasePersonalData: act(say.erase, say.erased, say.personalData),
  repairLedger: act(say.repair, say.repaired, say.sumsOfTheLedger),
}

export const isAudited = (method: string): method is AuditedMethod => Object.hasOwn(acts, method)

/** The name of an act in a list of choices: 'Approve a batch'. */
export function actToLabel(method: AuditedMethod): string {
  const { verb, about } = acts[method]
  const words = about === '' ? verb : `${verb} ${about}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The actor of acts without a logged-in user: the administrator of the server. */
export const BY_PROGRAMME = say.programmeCommand

/** The types of objects in the audit trail. */
export const subjectTypes = {
  card: say.card,
  batch: say.batch,
  order: say.order,
  merchant: say.merchant,
  user: say.user,
  report: say.report,
  columns: say.sharedColumns,
} as const
export type SubjectType = keyof typeof subjectTypes

export const isSubjectType = (type: string): type is SubjectType => Object.hasOwn(subjectTypes, type)

/** The types of objects within a sentence. */
export const subjectNouns: Readonly<Record<SubjectType, string>> = {
  card: say.cardInText,
  batch: say.batchInText,
  order: say.orderInText,
  merchant: say.merchantInText,
  user: say.userInText,
  report: say.reportInText,
  columns: say.sharedColumnsInText,
}

/**
 * 'approved batch 43', or 'tried to approve batch 43' if refused or failed. `subject`: the object in words, if known.
 * An operation that this version does not know is named by its method.
 */
export function eventToWords(method: string, resultCode: string, subject: string | undefined): string {
  if (!isAudited(method)) return [method, subject].filter((part) => part !== undefined).join(' ')
  const { did, verb, about } = acts[method]
  // Acts on the user's own account need no object.
  const words = about === '' ? '' : ` ${subject ?? about}`
  return isDone(resultCode) ? `${did}${words}` : say.triedTo(verb, words)
}

/** True for success, including `devalueCard`'s code. */
export const isDone = (resultCode: string): boolean => resultCode === '0' || resultCode === '1'

/** The result in words, for the trail's column. */
export const resultToWords = (resultCode: string): string => resultWords[resultCode as ResultCode] ?? resultCode

const REFUSED = say.refused
const resultWords: Readonly<Record<ResultCode | '1', string>> = {
  '0': say.done,
  '1': say.done,
  '-20001': say.wrongUsernameOrPassword,
  '-20012': say.sessionInvalid,
  '-20015': say.done,
  '-20031': say.secondFactorNotSetUp,
  '-20032': say.accountLocked,
  '-20150': say.codeRequested,
  '-20151': say.wrongCode,
  '-20152': say.codeSentAgain,
  '-20155': say.tooManyCodes,
  '-20301': REFUSED,
  '-20302': REFUSED,
  '-20400': say.refusedWrongValues,
  '-20403': say.refusedNotAuthorized,
  '-20404': say.refusedNotFound,
  '-20409': say.refusedNotPossibleThen,
  '-20429': say.tooManyAttempts,
  '-20500': say.failed,
}
