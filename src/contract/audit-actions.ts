// The words for audited operations and their results. A new audited operation does not compile without its words.
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import type { ResultCode } from './codes.ts'
import type { AuditedMethod } from './methods.ts'

/** The words for an audited operation. */
export interface AuditAction {
  /** 'approved' in 'approved batch 43'. */
  readonly pastTense: string
  /** 'approve' in 'tried to approve batch 43'. */
  readonly verb: string
  /** The object if the entry does not name one: 'a batch'. '' if the verb needs no object. */
  readonly defaultObject: string
}

/** A row of the table below. If `defaultObject` is omitted, the verb needs no object. */
const action = (verb: () => string, pastTense: () => string, defaultObject = () => ''): AuditAction =>
  withTexts({ verb: textOf(verb), pastTense: textOf(pastTense), defaultObject: textOf(defaultObject) })

export const auditActions: Readonly<Record<AuditedMethod, AuditAction>> = {
  logIn: action(m.contract_signIn, m.contract_signedIn),
  startTestLogin: action(m.contract_testCompanyLogin, m.contract_testedCompanyLogin),
  finishProviderLogin: action(m.contract_signInByCompany, m.contract_signedInByCompany),
  linkProvider: action(m.contract_linkCompanyLogin, m.contract_linkedCompanyLogin, m.contract_aUser),
  applyProviderGroup: action(m.contract_applyCompanyGroup, m.contract_appliedCompanyGroup, m.contract_aUser),
  endSessionsByProvider: action(m.contract_endSessionsByCompany, m.contract_endedSessionsByCompany, m.contract_aUser),
  provisionUser: action(m.contract_provision, m.contract_provisioned, m.contract_aUser),
  deactivateByDirectory: action(m.contract_deactivate, m.contract_deactivated, m.contract_aUser),
  activateByDirectory: action(m.contract_reactivate, m.contract_reactivated, m.contract_aUser),
  deleteByDirectory: action(m.contract_deprovision, m.contract_deprovisioned, m.contract_aUser),
  useBreakGlass: action(m.contract_useEmergencyAccess, m.contract_usedEmergencyAccess),
  logOut: action(m.contract_signOut, m.contract_signedOut),
  enrollUser: action(m.contract_startTwoFactorSetup, m.contract_startedTwoFactorSetup),
  confirm2FAEnrolment: action(m.contract_setUpTwoFactor, m.contract_setUpTwoFactor),
  savePassword: action(m.contract_setPasswordByLink, m.contract_setPasswordByLink),
  activateUser: action(m.contract_activateAccount, m.contract_activatedAccount),
  changePassword: action(m.contract_changePassword, m.contract_changedPassword),
  renewRecoveryCodes: action(m.contract_renewRecoveryCodes, m.contract_renewedRecoveryCodes),
  offerAuthenticator: action(m.contract_startAppSetup, m.contract_startedAppSetup),
  confirmIdentity: action(m.contract_enterPasswordAgain, m.contract_enteredPasswordAgain),
  confirmAuthenticator: action(m.contract_setUpApp, m.contract_setUpApp),
  removeAuthenticator: action(m.contract_removeApp, m.contract_removedApp),
  setMailAlerts: action(m.contract_chooseOwnEmails, m.contract_choseOwnEmails),
  setLanguage: action(m.contract_chooseOwnLanguage, m.contract_choseOwnLanguage),
  endMySession: action(m.contract_endOwnSession, m.contract_endedOwnSession),
  openNoticeChannel: action(m.contract_turnOnNotices, m.contract_turnedOnNotices),
  passkeyRegistrationOptions: action(m.contract_startAddingPasskey, m.contract_startedAddingPasskey),
  registerPasskey: action(m.contract_addPasskey, m.contract_addedPasskey),
  removePasskey: action(m.contract_removePasskey, m.contract_removedPasskey),

  cardSearch: action(m.contract_find, m.contract_found, m.common_cardsInText),
  cardDetails: action(m.contract_viewDetails, m.contract_viewedDetails, m.contract_aCard),
  reachCardNumberLimit: action(m.contract_reachCardNumberLimit, m.contract_reachedCardNumberLimit),
  reachUnknownNumberLimit: action(m.contract_reachUnknownNumberLimit, m.contract_reachedUnknownNumberLimit),
  revealCard: action(m.contract_showFullNumber, m.contract_showedFullNumber, m.contract_aCard),
  cardStatement: action(m.contract_readStatement, m.contract_readStatement, m.contract_aCard),
  getCombinedStatement: action(
    m.contract_readCombinedStatement,
    m.contract_readCombinedStatement,
    m.common_cardsInText,
  ),
  reverseTransaction: action(m.contract_reverseTransaction, m.contract_reversedTransaction, m.contract_aCard),
  devalueCard: action(m.contract_devalueAct, m.contract_devaluedAct, m.contract_aCard),
  stopCard: action(m.contract_stop, m.contract_stoppedAct, m.contract_aCard),
  unstopCard: action(m.contract_unstop, m.contract_unstoppedAct, m.contract_aCard),
  retireCard: action(m.contract_retire, m.contract_retiredAct, m.contract_aCard),
  changePin: action(m.contract_changePin, m.contract_changedPin, m.contract_aCard),
  toggleMagstripe: action(m.contract_changeMagneticStripe, m.contract_changedMagneticStripe, m.contract_aCard),
  setCardStatus: action(m.contract_activate, m.contract_activatedAct, m.common_cardsInText),
  addCardNote: action(m.contract_addNote, m.contract_addedNote, m.contract_aCard),
  insertCardFee: action(m.contract_insertFee, m.contract_insertedFee, m.contract_aCard),

  batchLoadUpload: action(m.contract_upload, m.contract_uploaded, m.contract_batchLoad),
  batchTransferUpload: action(m.contract_upload, m.contract_uploaded, m.contract_batchTransfer),
  batchDevalueUpload: action(m.contract_upload, m.contract_uploaded, m.contract_batchDevalue),
  batchLoadDetails: action(m.contract_viewDetails, m.contract_viewedDetails, m.contract_aBatch),
  myBatchRows: action(m.contract_viewOwn, m.contract_viewedOwn, m.common_batchInText),
  downloadBatchLoadReport: action(m.contract_downloadReport, m.contract_downloadedReport, m.contract_aBatch),
  downloadBatchLoadFile: action(m.contract_downloadFile, m.contract_downloadedFile, m.contract_aBatch),
  myBatchFile: action(m.contract_downloadFileOfOwn, m.contract_downloadedFileOfOwn, m.common_batchInText),
  approveBatchLoad: action(m.contract_approve, m.contract_approved, m.contract_aBatch),
  rejectBatchLoad: action(m.contract_reject, m.contract_rejectedAct, m.contract_aBatch),
  retryBatchLoad: action(m.contract_retry, m.contract_retried, m.contract_aBatch),
  closeBatchLoad: action(m.contract_close, m.contract_closed, m.contract_aBatch),
  updateClosedBatchLoadComments: action(m.contract_changeComments, m.contract_changedComments, m.contract_aBatch),
  unscheduleBatchLoad: action(m.contract_changeSchedule, m.contract_changedSchedule, m.contract_aBatch),
  withdrawBatchLoad: action(m.contract_withdraw, m.contract_withdrew, m.contract_aBatch),

  batchCardOrder: action(m.contract_orderCards, m.contract_orderedCards, m.contract_cardOrder),
  submitVirtualCardOrder: action(m.contract_submit, m.contract_submitted, m.contract_virtualCardOrder),
  fetchVirtualCardOrdersBatchLoadDetails: action(
    m.contract_viewDetails,
    m.contract_viewedDetails,
    m.contract_virtualCardOrder,
  ),
  downloadVirtualCardOrdersBatchLoadDetailsReport: action(
    m.contract_downloadReport,
    m.contract_downloadedReport,
    m.contract_virtualCardOrder,
  ),
  myCardOrderRows: action(m.contract_viewOwn, m.contract_viewedOwn, m.common_orderInText),
  physicalCardOrderRows: action(m.contract_viewDetails, m.contract_viewedDetails, m.contract_physicalOrder),
  approveVirtualCardOrdersBatchLoad: action(m.contract_approve, m.contract_approved, m.contract_virtualCardOrder),
  rejectVirtualCardOrdersBatchLoad: action(m.contract_reject, m.contract_rejectedAct, m.contract_virtualCardOrder),
  retryVirtualCardOrdersBatchLoad: action(
    m.contract_retryIssuing,
    m.contract_retriedIssuing,
    m.contract_virtualCardOrder,
  ),
  cancelCardOrder: action(m.contract_cancel, m.contract_cancelled, m.contract_cardOrder),
  fetchProducerFile: action(m.contract_downloadProducerFile, m.contract_downloadedProducerFile, m.contract_cardOrder),

  merchantSignUp: action(m.contract_signUp, m.contract_signedUp, m.contract_aMerchant),

  shareColumns: action(m.contract_share, m.contract_shared, m.contract_columnsOfFile),
  removeSharedColumns: action(m.contract_stopSharing, m.contract_stoppedSharing, m.contract_columnsOfFile),

  getDateRangeReport: action(m.contract_read, m.contract_read, m.contract_aReport),
  loadReport: action(m.contract_view, m.contract_viewed, m.contract_aReport),
  chargebackReport: action(m.contract_read, m.contract_read, m.contract_chargebackReport),
  beginReportDownload: action(m.contract_startDownload, m.contract_startedDownload, m.contract_aReport),
  downloadReport: action(m.contract_download, m.contract_downloaded, m.contract_aReport),
  saveReport: action(m.contract_save, m.contract_savedAct, m.contract_aReport),
  deleteSavedReport: action(m.contract_delete, m.contract_deletedAct, m.contract_savedReport),
  makeReportFile: action(m.contract_prepareFile, m.contract_preparedFile, m.contract_aReport),
  discardReportFile: action(m.contract_deleteFile, m.contract_deletedFile, m.contract_aReport),

  fundingStatement: action(m.contract_view, m.contract_viewed, m.contract_fundingStatement),
  fundingPaymentFile: action(m.contract_downloadFile, m.contract_downloadedFile, m.contract_aPayment),
  importBankStatement: action(m.contract_import, m.contract_imported, m.contract_bankStatement),
  importBankEntries: action(m.contract_import, m.contract_imported, m.contract_bankEntries),
  setAsideBankEntry: action(m.contract_setAside, m.contract_setAside, m.contract_aBankEntry),
  confirmBankEntryAside: action(m.contract_confirmAside, m.contract_confirmedAside, m.contract_aBankEntry),
  restoreBankEntry: action(m.contract_restore, m.contract_restored, m.contract_aBankEntry),
  matchBankEntry: action(m.contract_match, m.contract_matched, m.contract_aPayment),
  proposePeriodClose: action(m.contract_propose, m.contract_proposed, m.contract_periodClose),
  confirmPeriodClose: action(m.contract_confirmMachine, m.contract_confirmedMachine, m.contract_periodClose),
  withdrawPeriodClose: action(m.contract_withdraw, m.contract_withdrew, m.contract_periodClose),
  setFundingThreshold: action(m.contract_save, m.contract_savedAct, m.contract_fundingThreshold),
  recordFundingPayment: action(m.contract_record, m.contract_recorded, m.contract_aPayment),
  reverseFundingPayment: action(m.contract_reverse, m.contract_reversedAct, m.contract_aPayment),
  confirmFundingPayment: action(m.contract_confirm, m.contract_confirmedAct, m.contract_aPayment),
  rejectFundingPayment: action(m.contract_reject, m.contract_rejectedAct, m.contract_aPayment),

  accessReview: action(m.contract_view, m.contract_viewed, m.contract_theAccessReview),
  searchUser: action(m.contract_searchFor, m.contract_searchedFor, m.contract_users),
  auditLog: action(m.contract_readTrail, m.contract_readTrail),
  saveUser: action(m.contract_save, m.contract_savedAct, m.contract_aUser),
  deleteUser: action(m.contract_delete, m.contract_deletedAct, m.contract_aUser),
  lockUser: action(m.contract_lock, m.contract_locked, m.contract_aUser),
  unlockUser: action(m.contract_unlock, m.contract_unlocked, m.contract_aUser),
  resendActivation: action(m.contract_sendNewActivationEmail, m.contract_sentNewActivationEmail, m.contract_aUser),
  confirmUserChange: action(m.contract_confirmChange, m.contract_confirmedChange, m.contract_aUser),
  reset2FAEnrolment: action(m.contract_resetTwoFactor, m.contract_resetTwoFactor, m.contract_aUser),
  saveGroup: action(m.contract_save, m.contract_savedAct, m.contract_aGroup),
  deleteGroup: action(m.contract_delete, m.contract_deletedAct, m.contract_aGroup),
  confirmGroupChange: action(m.contract_confirmChange, m.contract_confirmedChange, m.contract_aGroup),
  withdrawGroupChange: action(m.contract_withdrawChange, m.contract_withdrewChange, m.contract_aGroup),
  proposeApprovalRules: action(m.contract_propose, m.contract_proposed, m.contract_approvalRules),
  confirmApprovalRules: action(m.contract_confirmMachine, m.contract_confirmedMachine, m.contract_approvalRules),
  withdrawApprovalRules: action(m.contract_withdraw, m.contract_withdrew, m.contract_approvalRules),
  createMachineUser: action(m.contract_create, m.contract_created, m.contract_machineUser),
  confirmMachineUser: action(m.contract_confirmMachine, m.contract_confirmedMachine, m.contract_machineUser),
  unlockMachineUser: action(m.contract_unlock, m.contract_unlocked, m.contract_machineUser),
  revokeMachineUser: action(m.contract_revoke, m.contract_revoked, m.contract_machineUser),
  createWebhookEndpoint: action(m.contract_create, m.contract_created, m.contract_anEndpoint),
  confirmWebhookEndpoint: action(m.contract_confirmMachine, m.contract_confirmedMachine, m.contract_anEndpoint),
  renewWebhookSecret: action(m.contract_renewSecret, m.contract_renewedSecret, m.contract_anEndpoint),
  enableWebhookEndpoint: action(m.contract_turnOn, m.contract_turnedOn, m.contract_anEndpoint),
  deleteWebhookEndpoint: action(m.contract_delete, m.contract_deletedAct, m.contract_anEndpoint),
  testWebhookEndpoint: action(m.contract_testAct, m.contract_tested, m.contract_anEndpoint),
  resendWebhook: action(m.contract_sendAgainTo, m.contract_sentAgainTo, m.contract_anEndpoint),
  lockUnusedUser: action(m.contract_lock, m.contract_locked, m.contract_unusedUser),
  lockUnusedMachineUser: action(m.contract_lock, m.contract_locked, m.contract_machineUser),

  moveClock: action(m.sandbox_moveClockAct, m.sandbox_movedClockAct),
  simulateEvent: action(m.sandbox_simulateEventAct, m.sandbox_simulatedEventAct, m.contract_aCard),
  simulatePayment: action(m.sandbox_simulatePaymentAct, m.sandbox_simulatedPaymentAct),
  setProcessor: action(m.sandbox_setProcessorAct, m.sandbox_hasSetProcessorAct),
  resetSandbox: action(m.sandbox_resetAct, m.sandbox_hasResetAct),
  initProgramme: action(m.contract_setUpOrChange, m.contract_setUpOrChanged, m.contract_theProgramme),
  importCards: action(m.contract_import, m.contract_imported, m.common_cardsInText),
  importHolders: action(m.contract_import, m.contract_imported, m.contract_cardholders),
  importTransactions: action(m.contract_import, m.contract_imported, m.contract_earlierTransactions),
  exportProgramme: action(m.contract_export, m.contract_exported, m.contract_theProgramme),
  exportCardNumbers: action(m.contract_export, m.contract_exported, m.contract_programmeWithFullNumbers),
  rotateKeys: action(m.contract_rotate, m.contract_rotated, m.contract_theKeys),
  erasePersonalData: action(m.contract_erase, m.contract_erased, m.contract_personalData),
  feedEvents: action(m.contract_sendFeedEvents, m.contract_sentFeedEvents),
  feedTotals: action(m.contract_sendFeedTotals, m.contract_sentFeedTotals),
  takeFeedException: action(m.contract_takeAct, m.contract_tookAct, m.contract_aFeedException),
  resolveFeedException: action(m.contract_resolveAct, m.contract_resolvedAct, m.contract_aFeedException),
  retryFeedException: action(m.contract_retry, m.contract_retried, m.contract_aFeedException),
  uploadFeedFile: action(m.contract_upload, m.contract_uploaded, m.contract_aFeedFile),
  confirmFeedFile: action(m.contract_confirm, m.contract_confirmedAct, m.contract_aFeedFile),
  rejectFeedFile: action(m.contract_reject, m.contract_rejectedAct, m.contract_aFeedFile),
  importFeedEvents: action(m.contract_importFeedFile, m.contract_importedFeedFile),
  createFeedKey: action(m.contract_createFeedKey, m.contract_createdFeedKey),
  revokeFeedKeys: action(m.contract_revokeFeedKeys, m.contract_revokedFeedKeys),
  repairLedger: action(m.contract_repair, m.contract_repaired, m.contract_ledgerSums),
}

export const isAudited = (method: string): method is AuditedMethod => Object.hasOwn(auditActions, method)

/** The label of the operation in a list of choices: 'Approve a batch'. */
export function auditActionLabel(method: AuditedMethod): string {
  const { verb, defaultObject } = auditActions[method]
  return capitalise(withObject(verb, defaultObject))
}

const withObject = (act: string, object: string): string =>
  object === '' ? act : m.contract_actWithSubject({ act, subject: object })

/** The types of objects in the audit trail, as labels. */
export const subjectTypes = withTexts({
  card: textOf(m.common_card),
  batch: textOf(m.common_batch),
  order: textOf(m.common_order),
  payment: textOf(m.funding_payment),
  merchant: textOf(m.common_merchant),
  user: textOf(m.common_user),
  group: textOf(m.common_group),
  report: textOf(m.contract_report),
  columns: textOf(m.common_sharedColumns),
  endpoint: textOf(m.contract_endpoint),
  feedException: textOf(m.feed_eventColumn),
  feedFile: textOf(m.feed_eventFile),
} as const)
export type SubjectType = keyof typeof subjectTypes

export const isSubjectType = (type: string): type is SubjectType => Object.hasOwn(subjectTypes, type)

/** The types of objects in the audit trail, within a sentence. */
export const subjectNouns = withTexts<Readonly<Record<SubjectType, string>>>({
  card: textOf(m.common_cardInText),
  batch: textOf(m.common_batchInText),
  order: textOf(m.common_orderInText),
  payment: textOf(m.contract_paymentInText),
  merchant: textOf(m.common_merchantInText),
  user: textOf(m.contract_userInText),
  group: textOf(m.contract_groupInText),
  report: textOf(m.contract_reportInText),
  columns: textOf(m.contract_sharedColumnsInText),
  endpoint: textOf(m.contract_endpointInText),
  feedException: textOf(m.contract_eventInText),
  feedFile: textOf(m.contract_feedFileInText),
})

/**
 * An entry of the audit trail: 'approved batch 43'. If the operation was refused or failed: 'tried to approve batch
 * 43'. `subject`: the object in words, if known. The text for an operation that this version does not know contains the
 * name of the method.
 */
export function auditEntryToText(method: string, resultCode: string, subject: string | undefined): string {
  if (!isAudited(method)) return subject === undefined ? method : `${method} ${subject}`
  const { pastTense, verb, defaultObject } = auditActions[method]
  // Actions on the user's own account need no object.
  const needsObject = defaultObject !== ''
  const object = needsObject ? (subject ?? defaultObject) : ''
  return isSuccess(resultCode) ? withObject(pastTense, object) : m.contract_triedTo({ act: withObject(verb, object) })
}

/** True for success, including `devalueCard`'s code. */
export const isSuccess = (resultCode: string): boolean => resultCode === '0' || resultCode === '1'

/** The result in words, for the trail's column. */
export const resultToWords = (resultCode: string): string => resultWords[resultCode as ResultCode] ?? resultCode

const resultWords = withTexts<Readonly<Record<ResultCode | '1', string>>>({
  '0': textOf(m.common_done),
  '1': textOf(m.common_done),
  '-20001': textOf(m.common_wrongUsernameOrPassword),
  '-20012': textOf(m.contract_sessionInvalid),
  '-20015': textOf(m.common_done),
  '-20031': textOf(m.contract_secondFactorNotSetUp),
  '-20032': textOf(m.contract_accountLocked),
  '-20150': textOf(m.contract_codeRequested),
  '-20151': textOf(m.contract_wrongCode),
  '-20152': textOf(m.contract_codeSentAgain),
  '-20155': textOf(m.contract_tooManyCodes),
  '-20301': textOf(m.contract_refused),
  '-20302': textOf(m.contract_refused),
  '-20400': textOf(m.contract_refusedWrongValues),
  '-20403': textOf(m.contract_refusedNotAuthorized),
  '-20404': textOf(m.contract_refusedNotFound),
  '-20409': textOf(m.contract_refusedWrongState),
  '-20429': textOf(m.contract_tooManyAttempts),
  '-20500': textOf(m.common_failed),
})
