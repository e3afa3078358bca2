// The routes of /v1 about cards, which are named by their tracking numbers. Card numbers are always masked here.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { FoundCard } from '#contract/cards.ts'
import type { RouteName } from '#contract/rest.ts'
import { maskPan } from '#domain/cards/identifiers.ts'
import { Refused, type RestHandlers, type RestRequest } from './rest-call.ts'

const BY_TRACKING_NUMBER = '4'
const NO_AMOUNT = '0.00'

/** Throws `Refused` with "not found" if there is no such card, or if it belongs to another owner or campaign. */
async function findCard(call: RestRequest<RouteName>['call'], trackingNumber: string): Promise<FoundCard> {
  const { cards } = await call('cardSearch', {
    searchTerm: trackingNumber,
    searchType: BY_TRACKING_NUMBER,
    showExpired: true,
  })
  const card = cards.find(({ TRACKINGNUMBER: number }) => number === trackingNumber)
  if (card) return card
  throw new Refused({ resultCode: codes.notFound, resultText: m.cards_thereIsNoSuchCard() })
}

export const cardRoutes: Pick<RestHandlers, 'getCard' | 'getStatement'> = {
  async getCard({ parameters: { trackingNumber }, call }) {
    const found = await findCard(call, trackingNumber)
    const { card } = await call('cardDetails', { voucherID: found.VOUCHERID })
    return {
      id: card.VOUCHERID,
      trackingNumber: card.TRACKINGNUMBER,
      maskedNumber: maskPan(card.CARDNUMBER),
      holder: card.CARDHOLDERNAME ?? '',
      label: card.CARDLABEL ?? '',
      campaignName: card.CAMPAIGNNAME,
      status: cardToStatus(found),
      expiresOn: found.CARDEXPIRY,
      balance: card.CARDBALANCE,
      available: card.FUNDSAVAILABLE,
      currency: card.CURRENCY,
      tags: card.VOUCHERTAGS.map((tag) => ({ name: tag.TAGNAME, value: tag.VOUCHERTAGVALUE })),
    }
  },
  async getStatement({ parameters: { trackingNumber }, query, call }) {
    const found = await findCard(call, trackingNumber)
    const { transactions, openingBalance, closingBalance } = await call('cardStatement', {
      cardID: found.VOUCHERID,
      startDate: query.from,
      endDate: query.to,
    })
    return {
      trackingNumber,
      from: query.from,
      to: query.to,
      openingBalance: openingBalance ?? NO_AMOUNT,
      closingBalance: closingBalance ?? NO_AMOUNT,
      transactions: transactions.map((transaction) => ({
        id: transaction.TRANSACTIONID,
        at: transaction.SHOWDATE,
        type: transaction.TRANSACTIONTYPELABEL,
        description: transaction.TRANSACTIONDESCRIPTION,
        amount: transaction.MONEYAMOUNT,
        balance: transaction.BALANCE ?? NO_AMOUNT,
      })),
    }
  },
}

function cardToStatus(card: FoundCard) {
  if (card.RETIRED) return 'retired' as const
  if (card.EXPIRED) return 'expired' as const
  if (card.STOPPED) return 'stopped' as const
  return card.ACTIVATED ? ('active' as const) : ('notActivated' as const)
}
