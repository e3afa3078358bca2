// What each operation in the audit trail is called in words, and what a result code says of it. The table is total: an operation
// that comes into the trail does not compile until it has its words.
import type { ResultCode } from './codes.ts'
import type { AuditedMethod } from './facts.ts'

/** Words around the thing that an act is about: 'approved' batch 43, 'tried to approve' batch 43, 'Approve' a batch. */
export interface Act {
  readonly did: string
  /** Follows 'tried to'. */
  readonly verb: string
  /** What it is about where no particular thing is known: 'a batch'; '' where the act says all. */
  readonly about: string
}

const act = (verb: string, did: string, about: string): Act => ({ verb, did, about })
const CARD = 'a card'
const BATCH = 'a batch'
const ORDER = 'a virtual card order'
const USER = 'a user'

export const acts: Readonly<Record<AuditedMethod, Act>> = {
  logIn: act('sign in', 'signed in', ''),
  enrollUser: act('begin to set up two-factor authentication', 'began to set up two-factor authentication', ''),
  confirm2FAEnrolment: act('set up two-factor authentication', 'set up two-factor authentication', ''),
  savePassword: act('set a password by a mailed link', 'set a password by a mailed link', ''),
  activateUser: act('activate the account', 'activated the account', ''),
  changePassword: act('change the password', 'changed the password', ''),
  renewRecoveryCodes: act('renew the recovery codes', 'renewed the recovery codes', ''),
  setMailAlerts: act('choose the own e-mails', 'chose the own e-mails', ''),
  endMySession: act('end an own session', 'ended an own session', ''),
  passkeyRegistrationOptions: act('begin to add a passkey', 'began to add a passkey', ''),
  registerPasskey: act('add a passkey', 'added a passkey', ''),
  removePasskey: act('remove a passkey', 'removed a passkey', ''),

  cardSearch: act('find', 'found', 'cards'),
  revealCard: act('show the full number of', 'showed the full number of', CARD),
  cardStatement: act('read the statement of', 'read the statement of', CARD),
  getCombinedStatement: act('read the combined statement of', 'read the combined statement of', 'cards'),
  reverseTransaction: act('reverse a transaction of', 'reversed a transaction of', CARD),
  devalueCard: act('devalue', 'devalued', CARD),
  stopCard: act('stop', 'stopped', CARD),
  unstopCard: act('unstop', 'unstopped', CARD),
  retireCard: act('retire', 'retired', CARD),
  changePin: act('change the PIN of', 'changed the PIN of', CARD),
  toggleMagstripe: act('change the magnetic stripe of', 'changed the magnetic stripe of', CARD),
  setCardStatus: act('activate', 'activated', 'cards'),
  addCardNote: act('add a note to', 'added a note to', CARD),
  insertCardFee: act('insert a fee on', 'inserted a fee on', CARD),

  batchLoadUpload: act('upload', 'uploaded', 'a batch load'),
  batchTransferUpload: act('upload', 'uploaded', 'a batch transfer'),
  batchDevalueUpload: act('upload', 'uploaded', 'a batch devalue'),
  batchLoadDetails: act('look at the details of a batch,', 'looked at the details of a batch,', 'its rows'),
  myBatchRows: act('look at an own batch,', 'looked at an own batch,', 'its rows'),
  downloadBatchLoadReport: act('download the report of a batch,', 'downloaded the report of a batch,', 'its rows'),
  downloadBatchLoadFile: act('download the file of a batch,', 'downloaded the file of a batch,', 'its rows'),
  myBatchFile: act('download the file of an own batch,', 'downloaded the file of an own batch,', 'its rows'),
  approveBatchLoad: act('approve', 'approved', BATCH),
  rejectBatchLoad: act('reject', 'rejected', BATCH),
  retryBatchLoad: act('process again', 'had processed again', BATCH),
  closeBatchLoad: act('close', 'closed', BATCH),
  updateClosedBatchLoadComments: act('change the comments of', 'changed the comments of', BATCH),
  unscheduleBatchLoad: act('change the schedule of', 'changed the schedule of', BATCH),
  withdrawBatchLoad: act('withdraw', 'withdrew', BATCH),

  batchCardOrder: act('order cards with', 'ordered cards with', 'a card order'),
  submitVirtualCardOrder: act('submit', 'submitted', ORDER),
  fetchVirtualCardOrdersBatchLoadDetails: act('look at the details of an order,', 'looked at the details of an order,', 'its rows'), // prettier-ignore
  downloadVirtualCardOrdersBatchLoadDetailsReport: act('download the report of an order,', 'downloaded the report of an order,', 'its rows'), // prettier-ignore
  myCardOrderRows: act('look at an own order,', 'looked at an own order,', 'its rows'),
  approveVirtualCardOrdersBatchLoad: act('approve', 'approved', ORDER),
  rejectVirtualCardOrdersBatchLoad: act('reject', 'rejected', ORDER),
  retryVirtualCardOrdersBatchLoad: act('issue again', 'had issued again', ORDER),
  cancelCardOrder: act('cancel', 'cancelled', 'a card order'),
  fetchProducerFile: act('fetch the producer file of', 'fetched the producer file of', 'a card order'),

  merchantSignUp: act('sign up', 'signed up', 'a merchant'),

  getDateRangeReport: act('read', 'read', 'a report'),
  loadReport: act('look at a day of', 'looked at a day of', 'a report'),
  chargebackReport: act('read the chargebacks of', 'read the chargebacks of', 'some days'),
  beginReportDownload: act('begin to download', 'began to download', 'a report'),
  downloadReport: act('download', 'downloaded', 'a report'),
  saveReport: act('save', 'saved', 'a report'),
  deleteSavedReport: act('delete', 'deleted', 'a saved report'),
  makeReportFile: act('have a file made of', 'had a file made of', 'a report'),
  discardReportFile: act('discard the file of', 'discarded the file of', 'a report'),

  saveUser: act('save', 'saved', USER),
  deleteUser: act('delete', 'deleted', USER),
  unlockUser: act('unlock', 'unlocked', USER),
  resendActivation: act('send a new activation email to', 'sent a new activation email to', USER),
  reset2FAEnrolment: act('reset the two-factor authentication of', 'reset the two-factor authentication of', USER),

  initProgramme: act('set up or change', 'set up or changed', 'the programme'),
  importCards: act('bring in', 'brought in', 'cards'),
  importHolders: act('bring in', 'brought in', 'holders of cards'),
  importTransactions: act('bring in', 'brought in', 'what had happened on cards'),
  exportProgramme: act('export', 'exported', 'the programme'),
  exportCardNumbers: act('export', 'exported', 'the programme with full card numbers'),
  backUp: act('back up', 'backed up', 'the database'),
  restore: act('restore', 'restored', 'the database from a backup'),
  rotateKeys: act('rotate', 'rotated', 'the keys'),
}

export const isAudited = (method: string): method is AuditedMethod => Object.hasOwn(acts, method)

/** 'Approve a batch': what an act is called where one is chosen. */
export function actToLabel(method: AuditedMethod): string {
  const { verb, about } = acts[method]
  const words = [verb.replace(/,$/, ''), ...(verb.endsWith(',') || about === '' ? [] : [about])].join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who has done what nobody was signed in for: whoever runs the host. */
export const BY_PROGRAMME = 'Programme command'

/** What kinds of thing an act can be about, as the trail names them. */
export const subjectTypes = {
  card: 'Card',
  batch: 'Batch',
  order: 'Order',
  merchant: 'Merchant',
  user: 'User',
  report: 'Report',
} as const
export type SubjectType = keyof typeof subjectTypes

/**
 * 'approved batch 43'; of what was refused or failed 'tried to approve batch 43'. `thing` is the particular thing in words, where
 * one is known. An operation of another version is named as it is.
 */
export function eventToWords(method: string, resultCode: string, thing: string | undefined): string {
  if (!isAudited(method)) return [method, thing].filter((part) => part !== undefined).join(' ')
  const { did, verb, about } = acts[method]
  // What one does to one's own account says all without it.
  const words = about === '' ? '' : ` ${thing ?? about}`
  return isDone(resultCode) ? `${did}${words}` : `tried to ${verb}${words}`
}

/** True for success, `devalueCard`'s included. */
export const isDone = (resultCode: string): boolean => resultCode === '0' || resultCode === '1'

/** What came of it, in the trail's column. */
export const resultToWords = (resultCode: string): string => resultWords[resultCode as ResultCode] ?? resultCode

const REFUSED = 'Refused'
const resultWords: Readonly<Record<ResultCode | '1', string>> = {
  '0': 'Done',
  '1': 'Done',
  '-20001': 'Wrong username or password',
  '-20012': 'Session invalid',
  '-20015': 'Done',
  '-20031': 'Second factor not set up',
  '-20032': 'Account locked',
  '-20150': 'Code asked for',
  '-20151': 'Wrong code',
  '-20152': 'Code sent again',
  '-20155': 'Too many codes',
  '-20301': REFUSED,
  '-20302': REFUSED,
  '-20400': 'Refused: wrong values',
  '-20403': 'Refused: not authorized',
  '-20404': 'Refused: not found',
  '-20409': 'Refused: not possible then',
  '-20429': 'Too many attempts',
  '-20500': 'Failed',
}
