// The handlers of the operations on the funding account, except its statement, which is read like a report.
import { bankEntries, matchBankEntry } from './bank-entries.ts'
import { importBankStatement } from './import-statement.ts'
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
  matchBankEntry,
  ledgerPeriods,
  proposePeriodClose,
  confirmPeriodClose,
  withdrawPeriodClose,
}
