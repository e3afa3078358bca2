// Sample responses about a batch of three loads that awaits approval.
import type { BatchLoadDetail, BatchLoadFile } from '#contract/batches.ts'
import { cardNumber } from './files.ts'

export const awaitingBatch: BatchLoadFile = {
  BATCHLOADFILEID: '12',
  BATCHLOADFILEREFERENCE: 'March',
  BATCHLOADFILEORIGINALNAME: 'march.csv',
  BATCHLOADFILEDATEUPLOADED: '2026-11-20T01:00:00Z',
  BATCHLOADFILEUPLOADEDUSERID: '1',
  UPLOADUSERFIRSTNAME: 'Olive',
  UPLOADUSERLASTNAME: 'Tan',
  BATCHLOADFILEAPPROVED: false,
  BATCHLOADFILEAPPROVEDDATE: null,
  APPROVALUSERFIRSTNAME: null,
  APPROVALUSERLASTNAME: null,
  BATCHLOADFILEREJECTED: false,
  BATCHLOADFILEREJECTEDDATE: null,
  REJECTIONUSERFIRSTNAME: null,
  REJECTIONUSERLASTNAME: null,
  REJECTIONREASON: null,
  SCHEDULEDDATE: null,
  PROCESSED: false,
  BEGUN: false,
  WITHDRAWN: false,
  WITHDRAWNDATE: null,
  PREFLIGHTDATE: null,
  PREFLIGHTFAILING: null,
  PREFLIGHTSHORT: null,
  BATCHLOADFILECLOSED: false,
  BATCHLOADFILECLOSEDCOMMENTS: null,
  LOADEDCOUNT: 0,
  LOADSCOUNT: 3,
  LOADEDAMOUNT: '0.00',
  LOADSAMOUNT: '60.00',
  FEEAMOUNT: '1.50',
  CURRENCY: 'SGD',
  LOADTYPE: 'load',
  FINGERPRINT: 'f'.repeat(64),
  RETRYABLE: false,
  DUPLICATEREASON: null,
  IDENTIFIERTYPE: 1,
  RETIRE: false,
}

/** A row in the details of the batch. */
export const batchRow = (ROWNUMBER: number, overrides: Partial<BatchLoadDetail> = {}): BatchLoadDetail => ({
  ROWNUMBER,
  IDENTIFIER: cardNumber(ROWNUMBER),
  IDENTIFIERTO: null,
  AMOUNT: '20.00',
  WHOLEBALANCE: false,
  FEEAMOUNT: '0.50',
  RESULTTEXT: '',
  LOADED: false,
  LOADDATE: null,
  VOUCHERID: String(ROWNUMBER),
  FIRSTLOAD: false,
  FINDINGSNOW: [],
  REPEATEDIN: [],
  ...overrides,
})

/** The state of a batch that awaits a decision, as the domain describes it. */
export const undecidedState = {
  uploadedUserId: '7',
  approved: false,
  rejected: false,
  withdrawn: false,
  closed: false,
  processed: false,
  isRunning: false,
  waitsUntil: undefined,
} as const
