// The routes of /v1 about the funding account, which only read.
import type { RestHandlers } from './rest-call.ts'

export const fundingRoutes: Pick<RestHandlers, 'getFunding' | 'getFundingStatement' | 'listPayments'> = {
  async getFunding({ call }) {
    const { currency, now: balances } = await call('fundingStatement', {})
    const { threshold, isLow, shortage } = await call('fundingForecast', {})
    return { currency, ...balances, threshold, isLow, shortage }
  },
  async getFundingStatement({ query: { from, to }, call }) {
    const statement = await call('fundingStatement', { startDate: from, endDate: to })
    return {
      currency: statement.currency,
      from: statement.startDate,
      to: statement.endDate,
      openingBalance: statement.opening,
      closingBalance: statement.closing,
      lines: statement.lines.map(({ orderKind: _orderKind, ...line }) => line),
    }
  },
  async listPayments({ query: { state, limit = 50, cursor: from }, call }) {
    const { payments, cursor } = await call('fundingPayments', {
      limit,
      ...(state !== undefined && { state }),
      ...(from !== undefined && { cursor: from }),
    })
    return {
      items: payments.map(({ isOwn: _isOwn, fileName: _fileName, ...payment }) => payment),
      ...(cursor !== undefined && { next: cursor }),
    }
  },
}
