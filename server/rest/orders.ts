// The routes of /v1 about orders of virtual cards, and the campaigns that cards can be ordered for.
import type * as z from 'zod'
import type { MyOrder } from '#contract/orders.ts'
import type { newCard, order } from '#contract/rest.ts'
import { cents, centsToDecimal, decimalToCents } from '#domain/money.ts'
import type { Params } from '#contract/operations.ts'
import { messageOf, type RestHandlers, sliceToPage } from './rest-call.ts'

const toDecimal = (minor: number): string => centsToDecimal(cents(minor))

const cardToElement = ({
  tags = {},
  loadAmount = '0.00',
  notificationNumber = '',
  expiryDate = '',
  ...card
}: z.output<typeof newCard>): Params<'submitVirtualCardOrder'>['virtualCardOrders'][number] => ({
  ...card,
  notificationNumber,
  expiryDate,
  // Undefined only for a text that is no amount. The schema has refused such a text.
  loadAmount: decimalToCents(loadAmount) ?? 0,
  // The operation takes the names and the values as two lists that are separated by '|'.
  tagName: Object.keys(tags).join('|'),
  tagValue: Object.values(tags).join('|'),
})

export const orderRoutes: Pick<
  RestHandlers,
  'submitOrder' | 'verifyOrder' | 'listOrders' | 'getOrder' | 'listOrderRows' | 'cancelOrder' | 'listCampaigns'
> = {
  async submitOrder({ body, requestId, call }) {
    const result = await call('submitVirtualCardOrder', {
      requestId,
      campaignId: body.campaignId,
      virtualCardOrders: body.cards.map(cardToElement),
      fileName: body.fileName ?? 'api.json',
      onlyIfNew: true,
      ...(body.duplicateReason !== undefined && { duplicateReason: body.duplicateReason }),
    })
    return { id: result.virtualCardOrdersBatchLoadId, message: messageOf(result) }
  },
  async verifyOrder({ body, call }) {
    const result = await call('verifyVirtualCardOrder', {
      campaignID: body.campaignId,
      virtualCardOrders: body.cards.map(cardToElement),
    })
    const cards = result.virtualCardOrders.map(({ ERROR, repeatedIn = [] }, index) => ({
      row: index + 1,
      ...(ERROR !== undefined && { error: ERROR }),
      repeatedIn,
    }))
    return {
      controlCode: result.fingerprint,
      issueFee: toDecimal(result.issueFee),
      currency: result.currency,
      cards,
      errors: cards.filter(({ error }) => error !== undefined).length,
      earlierOrders: result.earlierOrders.map((earlier) => ({
        id: earlier.orderId,
        submittedBy: earlier.orderedBy,
        submittedAt: earlier.orderedAt,
        state: earlier.state,
      })),
      ...(result.funding && { funding: result.funding }),
    }
  },
  async listOrders({ query: { from, to, ...page }, call }) {
    const { orders, cursor } = await call('myCardOrders', {
      ...(from !== undefined && { startDate: from }),
      ...(to !== undefined && { endDate: to }),
      ...page,
      limit: page.limit ?? 50,
    })
    return { items: orders.map(orderToRest), ...(cursor !== undefined && { next: cursor }) }
  },
  async getOrder({ parameters, call }) {
    const result = await call('myCardOrder', parameters)
    return orderToRest(result.order)
  },
  async listOrderRows({ parameters, query, call }) {
    const { virtualCardOrders = [] } = await call('myCardOrderRows', parameters)
    const { items, next } = sliceToPage(virtualCardOrders, query)
    return {
      items: items.map((row) => ({
        row: row.rowNumber,
        customerReference: row.customerReference,
        state: row.state,
        ...(row.ERROR !== undefined && { error: row.ERROR }),
        cardId: row.voucherID,
      })),
      ...(next !== undefined && { next }),
    }
  },
  async cancelOrder({ parameters, requestId, call }) {
    return { message: messageOf(await call('cancelCardOrder', { requestId, ...parameters })) }
  },
  async listCampaigns({ call }) {
    const { campaigns } = await call('getCampaigns', {})
    return {
      items: campaigns.map((campaign) => ({
        id: campaign.CampaignID,
        name: campaign.CampaignName,
        currency: campaign.CampaignCurrency ?? campaign.CampaignCurrencySymbol,
        isVirtual: campaign.VIRTUAL ?? false,
        isClosed: campaign.CLOSED ?? false,
      })),
    }
  },
}

const orderToRest = (row: MyOrder): z.output<typeof order> => ({
  id: row.orderId,
  campaignId: row.campaignID,
  campaignName: row.campaignName,
  fileName: row.fileName,
  state: row.state,
  cards: row.cardsCount,
  issuedCards: row.issuedCount,
  failedCards: row.failedCount,
  loadAmount: toDecimal(row.totalLoadAmount),
  fee: toDecimal(row.totalFee),
  currency: row.currency,
  controlCode: row.fingerprint,
  orderedAt: row.orderedAt,
  decidedAt: row.decidedAt,
  decidedBy: row.decidedBy,
  rejectionReason: row.rejectReason,
  canBeCancelled: row.cancellable,
})
