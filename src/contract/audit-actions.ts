// The words for audited operations and their results. A new audited operation does not compile without its words.
import { m } from '#words/messages.js'
import { capitalise } from '#domain/sentences.ts'
import type { ResultCode } from './codes.ts'
import type { AuditedMethod } from './facts.ts'

/** The words for an audited operation: 'approved' batch 43, tried to 'approve' batch 43. */
export interface AuditAction {
  readonly pastTense: string
  /** Follows 'tried to'. */
  readonly verb: string
  /** The object if the entry does not name one: 'a batch'. '' if the verb needs no object. */
  readonly defaultObject: string
}

const action = (verb: string, did: string, about: string): AuditAction => ({
  verb,
  pastTense: did,
  defaultObject: about,
})

export const auditActions: Readonly<Record<AuditedMethod, AuditAction>> = {
  get logIn() {
    return action(m.contract_signIn(), m.contract_signedIn(), '')
  },
  get logOut() {
    return action(m.contract_signOut(), m.contract_signedOut(), '')
  },
  get enrollUser() {
    return action(m.contract_startTwoFactorSetup(), m.contract_startedTwoFactorSetup(), '')
  },
  get confirm2FAEnrolment() {
    return action(m.contract_setUpTwoFactor(), m.contract_setUpTwoFactor(), '')
  },
  get savePassword() {
    return action(m.contract_setPasswordByLink(), m.contract_setPasswordByLink(), '')
  },
  get activateUser() {
    return action(m.contract_activateAccount(), m.contract_activatedAccount(), '')
  },
  get changePassword() {
    return action(m.contract_changePassword(), m.contract_changedPassword(), '')
  },
  get renewRecoveryCodes() {
    return action(m.contract_renewRecoveryCodes(), m.contract_renewedRecoveryCodes(), '')
  },
  get offerAuthenticator() {
    return action(m.contract_startAppSetup(), m.contract_startedAppSetup(), '')
  },
  get confirmIdentity() {
    return action(m.contract_enterPasswordAgain(), m.contract_enteredPasswordAgain(), '')
  },
  get confirmAuthenticator() {
    return action(m.contract_setUpApp(), m.contract_setUpApp(), '')
  },
  get removeAuthenticator() {
    return action(m.contract_removeApp(), m.contract_removedApp(), '')
  },
  get setMailAlerts() {
    return action(m.contract_chooseOwnEmails(), m.contract_choseOwnEmails(), '')
  },
  get setLanguage() {
    return action(m.contract_chooseOwnLanguage(), m.contract_choseOwnLanguage(), '')
  },
  get endMySession() {
    return action(m.contract_endOwnSession(), m.contract_endedOwnSession(), '')
  },
  get openNoticeChannel() {
    return action(m.contract_turnOnNotices(), m.contract_turnedOnNotices(), '')
  },
  get passkeyRegistrationOptions() {
    return action(m.contract_startAddingPasskey(), m.contract_startedAddingPasskey(), '')
  },
  get registerPasskey() {
    return action(m.contract_addPasskey(), m.contract_addedPasskey(), '')
  },
  get removePasskey() {
    return action(m.contract_removePasskey(), m.contract_removedPasskey(), '')
  },

  get cardSearch() {
    return action(m.contract_find(), m.contract_found(), m.common_cardsInText())
  },
  get cardDetails() {
    return action(m.contract_viewDetails(), m.contract_viewedDetails(), m.contract_aCard())
  },
  get reachCardNumberLimit() {
    return action(m.contract_reachCardNumberLimit(), m.contract_reachedCardNumberLimit(), '')
  },
  get reachUnknownNumberLimit() {
    return action(m.contract_reachUnknownNumberLimit(), m.contract_reachedUnknownNumberLimit(), '')
  },
  get revealCard() {
    return action(m.contract_showFullNumber(), m.contract_showedFullNumber(), m.contract_aCard())
  },
  get cardStatement() {
    return action(m.contract_readStatement(), m.contract_readStatement(), m.contract_aCard())
  },
  get getCombinedStatement() {
    return action(m.contract_readCombinedStatement(), m.contract_readCombinedStatement(), m.common_cardsInText())
  },
  get reverseTransaction() {
    return action(m.contract_reverseTransaction(), m.contract_reversedTransaction(), m.contract_aCard())
  },
  get devalueCard() {
    return action(m.contract_devalueAct(), m.contract_devaluedAct(), m.contract_aCard())
  },
  get stopCard() {
    return action(m.contract_stop(), m.contract_stoppedAct(), m.contract_aCard())
  },
  get unstopCard() {
    return action(m.contract_unstop(), m.contract_unstoppedAct(), m.contract_aCard())
  },
  get retireCard() {
    return action(m.contract_retire(), m.contract_retiredAct(), m.contract_aCard())
  },
  get changePin() {
    return action(m.contract_changePin(), m.contract_changedPin(), m.contract_aCard())
  },
  get toggleMagstripe() {
    return action(m.contract_changeMagneticStripe(), m.contract_changedMagneticStripe(), m.contract_aCard())
  },
  get setCardStatus() {
    return action(m.contract_activate(), m.contract_activatedAct(), m.common_cardsInText())
  },
  get addCardNote() {
    return action(m.contract_addNote(), m.contract_addedNote(), m.contract_aCard())
  },
  get insertCardFee() {
    return action(m.contract_insertFee(), m.contract_insertedFee(), m.contract_aCard())
  },

  get batchLoadUpload() {
    return action(m.contract_upload(), m.contract_uploaded(), m.contract_batchLoad())
  },
  get batchTransferUpload() {
    return action(m.contract_upload(), m.contract_uploaded(), m.contract_batchTransfer())
  },
  get batchDevalueUpload() {
    return action(m.contract_upload(), m.contract_uploaded(), m.contract_batchDevalue())
  },
  get batchLoadDetails() {
    return action(m.contract_viewDetails(), m.contract_viewedDetails(), m.contract_aBatch())
  },
  get myBatchRows() {
    return action(m.contract_viewOwn(), m.contract_viewedOwn(), m.common_batchInText())
  },
  get downloadBatchLoadReport() {
    return action(m.contract_downloadReport(), m.contract_downloadedReport(), m.contract_aBatch())
  },
  get downloadBatchLoadFile() {
    return action(m.contract_downloadFile(), m.contract_downloadedFile(), m.contract_aBatch())
  },
  get myBatchFile() {
    return action(m.contract_downloadFileOfOwn(), m.contract_downloadedFileOfOwn(), m.common_batchInText())
  },
  get approveBatchLoad() {
    return action(m.contract_approve(), m.contract_approved(), m.contract_aBatch())
  },
  get rejectBatchLoad() {
    return action(m.contract_reject(), m.contract_rejectedAct(), m.contract_aBatch())
  },
  get retryBatchLoad() {
    return action(m.contract_retry(), m.contract_retried(), m.contract_aBatch())
  },
  get closeBatchLoad() {
    return action(m.contract_close(), m.contract_closed(), m.contract_aBatch())
  },
  get updateClosedBatchLoadComments() {
    return action(m.contract_changeComments(), m.contract_changedComments(), m.contract_aBatch())
  },
  get unscheduleBatchLoad() {
    return action(m.contract_changeSchedule(), m.contract_changedSchedule(), m.contract_aBatch())
  },
  get withdrawBatchLoad() {
    return action(m.contract_withdraw(), m.contract_withdrew(), m.contract_aBatch())
  },

  get batchCardOrder() {
    return action(m.contract_orderCards(), m.contract_orderedCards(), m.contract_cardOrder())
  },
  get submitVirtualCardOrder() {
    return action(m.contract_submit(), m.contract_submitted(), m.contract_virtualCardOrder())
  },
  get fetchVirtualCardOrdersBatchLoadDetails() {
    return action(m.contract_viewDetails(), m.contract_viewedDetails(), m.contract_virtualCardOrder())
  },
  get downloadVirtualCardOrdersBatchLoadDetailsReport() {
    return action(m.contract_downloadReport(), m.contract_downloadedReport(), m.contract_virtualCardOrder())
  },
  get myCardOrderRows() {
    return action(m.contract_viewOwn(), m.contract_viewedOwn(), m.common_orderInText())
  },
  get physicalCardOrderRows() {
    return action(m.contract_viewDetails(), m.contract_viewedDetails(), m.contract_physicalOrder())
  },
  get approveVirtualCardOrdersBatchLoad() {
    return action(m.contract_approve(), m.contract_approved(), m.contract_virtualCardOrder())
  },
  get rejectVirtualCardOrdersBatchLoad() {
    return action(m.contract_reject(), m.contract_rejectedAct(), m.contract_virtualCardOrder())
  },
  get retryVirtualCardOrdersBatchLoad() {
    return action(m.contract_retryIssuing(), m.contract_retriedIssuing(), m.contract_virtualCardOrder())
  },
  get cancelCardOrder() {
    return action(m.contract_cancel(), m.contract_cancelled(), m.contract_cardOrder())
  },
  get fetchProducerFile() {
    return action(m.contract_downloadProducerFile(), m.contract_downloadedProducerFile(), m.contract_cardOrder())
  },

  get merchantSignUp() {
    return action(m.contract_signUp(), m.contract_signedUp(), m.contract_aMerchant())
  },

  get shareColumns() {
    return action(m.contract_share(), m.contract_shared(), m.contract_columnsOfFile())
  },
  get removeSharedColumns() {
    return action(m.contract_stopSharing(), m.contract_stoppedSharing(), m.contract_columnsOfFile())
  },

  get getDateRangeReport() {
    return action(m.contract_read(), m.contract_read(), m.contract_aReport())
  },
  get loadReport() {
    return action(m.contract_view(), m.contract_viewed(), m.contract_aReport())
  },
  get chargebackReport() {
    return action(m.contract_read(), m.contract_read(), m.contract_chargebackReport())
  },
  get beginReportDownload() {
    return action(m.contract_startDownload(), m.contract_startedDownload(), m.contract_aReport())
  },
  get downloadReport() {
    return action(m.contract_download(), m.contract_downloaded(), m.contract_aReport())
  },
  get saveReport() {
    return action(m.contract_save(), m.contract_savedAct(), m.contract_aReport())
  },
  get deleteSavedReport() {
    return action(m.contract_delete(), m.contract_deletedAct(), m.contract_savedReport())
  },
  get makeReportFile() {
    return action(m.contract_prepareFile(), m.contract_preparedFile(), m.contract_aReport())
  },
  get discardReportFile() {
    return action(m.contract_deleteFile(), m.contract_deletedFile(), m.contract_aReport())
  },

  get searchUser() {
    return action(m.contract_searchFor(), m.contract_searchedFor(), m.contract_users())
  },
  get auditLog() {
    return action(m.contract_readTrail(), m.contract_readTrail(), '')
  },
  get saveUser() {
    return action(m.contract_save(), m.contract_savedAct(), m.contract_aUser())
  },
  get deleteUser() {
    return action(m.contract_delete(), m.contract_deletedAct(), m.contract_aUser())
  },
  get lockUser() {
    return action(m.contract_lock(), m.contract_locked(), m.contract_aUser())
  },
  get unlockUser() {
    return action(m.contract_unlock(), m.contract_unlocked(), m.contract_aUser())
  },
  get resendActivation() {
    return action(m.contract_sendNewActivationEmail(), m.contract_sentNewActivationEmail(), m.contract_aUser())
  },
  get confirmUserChange() {
    return action(m.contract_confirmChange(), m.contract_confirmedChange(), m.contract_aUser())
  },
  get reset2FAEnrolment() {
    return action(m.contract_resetTwoFactor(), m.contract_resetTwoFactor(), m.contract_aUser())
  },

  get createMachineUser() {
    return action(m.contract_create(), m.contract_created(), m.contract_machineUser())
  },
  get confirmMachineUser() {
    return action(m.contract_confirmMachine(), m.contract_confirmedMachine(), m.contract_machineUser())
  },
  get unlockMachineUser() {
    return action(m.contract_unlock(), m.contract_unlocked(), m.contract_machineUser())
  },
  get revokeMachineUser() {
    return action(m.contract_revoke(), m.contract_revoked(), m.contract_machineUser())
  },
  get createWebhookEndpoint() {
    return action(m.contract_create(), m.contract_created(), m.contract_anEndpoint())
  },
  get confirmWebhookEndpoint() {
    return action(m.contract_confirmMachine(), m.contract_confirmedMachine(), m.contract_anEndpoint())
  },
  get renewWebhookSecret() {
    return action(m.contract_renewSecret(), m.contract_renewedSecret(), m.contract_anEndpoint())
  },
  get enableWebhookEndpoint() {
    return action(m.contract_turnOn(), m.contract_turnedOn(), m.contract_anEndpoint())
  },
  get deleteWebhookEndpoint() {
    return action(m.contract_delete(), m.contract_deletedAct(), m.contract_anEndpoint())
  },
  get testWebhookEndpoint() {
    return action(m.contract_testAct(), m.contract_tested(), m.contract_anEndpoint())
  },
  get resendWebhook() {
    return action(m.contract_sendAgainTo(), m.contract_sentAgainTo(), m.contract_anEndpoint())
  },
  get lockUnusedMachineUser() {
    return action(m.contract_lock(), m.contract_locked(), m.contract_machineUser())
  },

  get initProgramme() {
    return action(m.contract_setUpOrChange(), m.contract_setUpOrChanged(), m.contract_theProgramme())
  },
  get importCards() {
    return action(m.contract_import(), m.contract_imported(), m.common_cardsInText())
  },
  get importHolders() {
    return action(m.contract_import(), m.contract_imported(), m.contract_cardholders())
  },
  get importTransactions() {
    return action(m.contract_import(), m.contract_imported(), m.contract_earlierTransactions())
  },
  get exportProgramme() {
    return action(m.contract_export(), m.contract_exported(), m.contract_theProgramme())
  },
  get exportCardNumbers() {
    return action(m.contract_export(), m.contract_exported(), m.contract_programmeWithFullNumbers())
  },
  get backUp() {
    return action(m.contract_backUp(), m.contract_backedUp(), m.contract_theDatabase())
  },
  get restore() {
    return action(m.contract_restore(), m.contract_restored(), m.contract_databaseFromBackup())
  },
  get rotateKeys() {
    return action(m.contract_rotate(), m.contract_rotated(), m.contract_theKeys())
  },
  get erasePersonalData() {
    return action(m.contract_erase(), m.contract_erased(), m.contract_personalData())
  },
  get repairLedger() {
    return action(m.contract_repair(), m.contract_repaired(), m.contract_ledgerSums())
  },
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
export const subjectTypes = {
  get card() {
    return m.common_card()
  },
  get batch() {
    return m.common_batch()
  },
  get order() {
    return m.common_order()
  },
  get merchant() {
    return m.common_merchant()
  },
  get user() {
    return m.common_user()
  },
  get report() {
    return m.contract_report()
  },
  get columns() {
    return m.common_sharedColumns()
  },
  get endpoint() {
    return m.contract_endpoint()
  },
} as const
export type SubjectType = keyof typeof subjectTypes

export const isSubjectType = (type: string): type is SubjectType => Object.hasOwn(subjectTypes, type)

/** The types of objects in the audit trail, within a sentence. */
export const subjectNouns: Readonly<Record<SubjectType, string>> = {
  get card() {
    return m.common_cardInText()
  },
  get batch() {
    return m.common_batchInText()
  },
  get order() {
    return m.common_orderInText()
  },
  get merchant() {
    return m.common_merchantInText()
  },
  get user() {
    return m.contract_userInText()
  },
  get report() {
    return m.contract_reportInText()
  },
  get columns() {
    return m.contract_sharedColumnsInText()
  },
  get endpoint() {
    return m.contract_endpointInText()
  },
}

/**
 * An entry of the audit trail: 'approved batch 43', or 'tried to approve batch 43' if it was refused or failed.
 * `subject`: the object in words, if known. For an operation that this version does not know, the text contains the
 * name of the method.
 */
export function auditEntryToText(method: string, resultCode: string, subject: string | undefined): string {
  if (!isAudited(method)) return [method, subject].filter((part) => part !== undefined).join(' ')
  const { pastTense, verb, defaultObject: about } = auditActions[method]
  // Actions on the user's own account need no object.
  const object = about === '' ? '' : (subject ?? about)
  return isSuccess(resultCode) ? withObject(pastTense, object) : m.contract_triedTo({ act: withObject(verb, object) })
}

/** True for success, including `devalueCard`'s code. */
export const isSuccess = (resultCode: string): boolean => resultCode === '0' || resultCode === '1'

/** The result in words, for the trail's column. */
export const resultToWords = (resultCode: string): string => resultWords[resultCode as ResultCode] ?? resultCode

const resultWords: Readonly<Record<ResultCode | '1', string>> = {
  get '0'() {
    return m.common_done()
  },
  get '1'() {
    return m.common_done()
  },
  get '-20001'() {
    return m.common_wrongUsernameOrPassword()
  },
  get '-20012'() {
    return m.contract_sessionInvalid()
  },
  get '-20015'() {
    return m.common_done()
  },
  get '-20031'() {
    return m.contract_secondFactorNotSetUp()
  },
  get '-20032'() {
    return m.contract_accountLocked()
  },
  get '-20150'() {
    return m.contract_codeRequested()
  },
  get '-20151'() {
    return m.contract_wrongCode()
  },
  get '-20152'() {
    return m.contract_codeSentAgain()
  },
  get '-20155'() {
    return m.contract_tooManyCodes()
  },
  get '-20301'() {
    return m.contract_refused()
  },
  get '-20302'() {
    return m.contract_refused()
  },
  get '-20400'() {
    return m.contract_refusedWrongValues()
  },
  get '-20403'() {
    return m.contract_refusedNotAuthorized()
  },
  get '-20404'() {
    return m.contract_refusedNotFound()
  },
  get '-20409'() {
    return m.contract_refusedWrongState()
  },
  get '-20429'() {
    return m.contract_tooManyAttempts()
  },
  get '-20500'() {
    return m.common_failed()
  },
}
