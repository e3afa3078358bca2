// The routes of /v1 about events of the card processor.
import type { RestHandlers } from './rest-call.ts'

export const feedRoutes: Pick<RestHandlers, 'sendEvents' | 'sendTotals' | 'listUnappliedEvents'> = {
  async sendEvents({ body, key, requestId, call }) {
    const { outcomes } = await call('feedEvents', { ...body, key, requestId })
    return { outcomes }
  },
  async sendTotals({ body, key, requestId, call }) {
    const { totals } = await call('feedTotals', { ...body, key, requestId })
    return { totals }
  },
  async listUnappliedEvents({ query: { status = 'open', limit = 50, cursor: from }, call }) {
    const page = { limit, ...(from !== undefined && { cursor: from }) }
    const { exceptions, cursor } = await call('feedExceptions', { status, ...page })
    return { items: exceptions, ...(cursor !== undefined && { next: cursor }) }
  },
}
