// The handlers of the operations on the funding account, except its statement, which is read like a report.
import {
  bankEntries,
  confirmBankEntryAside,
  matchBankEntry,
  restoreBankEntry,
  setAsideBankEntry,
} from './bank-entries.ts'
import { importBankEntries, importBankStatement } from './import-statement.ts'
import { confirmFundingPayment, rejectFundingPayment } from './decide.ts'
import { fundingForecast, setFundingThreshold } from './forecast.ts'
import { fundingPaymentFile, fundingPayments } from './lists.ts'
import { confirmPeriodClose, ledgerPeriods, proposePeriodClose, withdrawPeriodClose } from './periods.ts'
import { recordFundingPayment, reverseFundingPayment } from './record.ts'

export const fundingHandlers = {
  fundingPayments,
  fundingPaymentFile,
  recordFundingPayment,
  reverseFundingPayment,
  confirmFundingPayment,
  rejectFundingPayment,
  importBankStatement,
  bankEntries,
  fundingForecast,
  setFundingThreshold,
  importBankEntries,
  matchBankEntry,
  setAsideBankEntry,
  confirmBankEntryAside,
  restoreBankEntry,
  ledgerPeriods,
  proposePeriodClose,
  confirmPeriodClose,
  withdrawPeriodClose,
}
