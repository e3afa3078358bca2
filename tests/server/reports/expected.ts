// The expected contents of every report, calculated from the book row by row, without the server's code.
import type { CalendarDate } from '#domain/calendar.ts'
import type { ReportQuery, ReportRow } from '#server/reports/source.ts'
import type { TableReport } from '#server/reports/sources.ts'
import { type Book, type Card, dayOf, type Entry, midnightOf, toUs, type Transaction } from './book.ts'

const DAY_US = 86_400_000_000

/** The part of the book that one request can see, and calculations on it. */
function viewOf(book: Book, query: ReportQuery) {
  const today = dayOf(toUs(query.asOf))
  const lastDay = query.end > today ? today : query.end
  const days: CalendarDate[] = []
  for (let us = midnightOf(query.start); dayOf(us) <= lastDay; us += DAY_US) days.push(dayOf(us))
  const campaigns = book.campaigns
    .filter(({ owner_id, id }) => owner_id === query.ownerId && (query.campaignIds?.includes(id) ?? true))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const names = new Map(campaigns.map(({ id, name }) => [id, name]))
  const nameOf = (card: Card) => names.get(card.campaign_id) ?? ''
  const cards = [...book.cards.values()].filter((card) => names.has(card.campaign_id))
  const visible = book.transactions.filter(
    ({ id, owner_id }) => id <= query.lastTransactionId && owner_id === query.ownerId,
  )
  const [from, until] = [midnightOf(query.start), midnightOf(lastDay) + DAY_US]
  const transactions = visible.filter(({ us }) => us >= from && us < until)
  /** The transactions of the campaigns' cards: one line for each card of a transaction. */
  const lines = transactions.flatMap((t) => cardLines(t))
  function cardLines(t: Transaction) {
    return t.entries
      .flatMap((entry) => {
        const card = book.cards.get(entry.account.card_id ?? 0)
        return card && names.has(card.campaign_id) ? [{ t, entry, card, day: dayOf(t.us), kind: originalKind(t) }] : []
      })
      .toSorted((a, b) => a.card.id - b.card.id)
  }
  function originalKind(t: Transaction) {
    return t.reverses === null ? t.kind : book.transactions.find(({ id }) => id === t.reverses)?.kind
  }
  const entriesByAccount = new Map<number, { us: number; entry: Entry }[]>()
  for (const { us, entries } of visible)
    for (const entry of entries) {
      const list = entriesByAccount.get(entry.account_id) ?? []
      list.push({ us, entry })
      entriesByAccount.set(entry.account_id, list)
    }
  const balanceBefore = (accountId: number, us: number) =>
    (entriesByAccount.get(accountId) ?? [])
      .filter((posted) => posted.us < us)
      .reduce((sum, { entry }) => sum + entry.amount_cents, 0)
  /** The balance after an entry in order of time, which is not the order of posting if a purchase has arrived late. */
  const balanceAfter = (t: Transaction, { account_id }: Entry) =>
    sum(
      (entriesByAccount.get(account_id) ?? []).filter(
        ({ us, entry }) => us < t.us || (us === t.us && entry.transaction_id <= t.id),
      ),
      ({ entry }) => entry.amount_cents,
    )
  const accountIds = new Map([...book.accounts.values()].map((account) => [account.card_id ?? 0, account.id]))
  const cardBalance = (card: Card, us: number) => balanceBefore(accountIds.get(card.id) ?? 0, us)
  /** The end of a day, or the time of the request if it is earlier, for facts that are not in the ledger. */
  const endUs = (day: string) => Math.min(midnightOf(day) + DAY_US, toUs(query.asOf) + 1000)
  const amountOn = (t: Transaction, kind: string) =>
    t.entries.filter(({ account }) => account.kind === kind).reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  /** The rows of the transactions, and the single movements of a card, with the name of the card's campaign. */
  const movements = transactions.flatMap((t) => {
    const single = { card_id: t.card_id, amount_cents: amountOn(t, 'card'), fee_cents: amountOn(t, 'fee') }
    return (t.first_row === null ? [single] : t.rows).map((row) => {
      const card = book.cards.get(row.card_id ?? 0)
      return { t, ...row, campaign: (card && names.get(card.campaign_id)) ?? '' }
    })
  })
  return {
    movements,
    today,
    lastDay,
    days,
    campaigns,
    nameOf,
    cards,
    transactions,
    lines,
    balanceBefore,
    balanceAfter,
    cardBalance,
    endUs,
    amountOn,
  }
}

const sum = <T>(list: readonly T[], valueOf: (item: T) => number) =>
  list.reduce((total, item) => total + valueOf(item), 0)
/** Negated below with `0 - amount`, since `-amount` would give -0 for an amount of 0. */
const amountOf = (list: readonly { entry: Entry }[]) => sum(list, ({ entry }) => entry.amount_cents)
const cardColumns = (view: ReturnType<typeof viewOf>, card: Card): ReportRow => ({
  CAMPAIGN: view.nameOf(card),
  TRACKINGNUMBER: card.tracking_number,
  CARDNUMBER: card.pan_masked,
})
const batchOf = ({ batch_id }: Transaction) => (batch_id === null ? '' : String(batch_id))
const byCampaignThenId = (view: ReturnType<typeof viewOf>) => (a: Card, b: Card) =>
  view.campaigns.findIndex(({ id }) => id === a.campaign_id) -
    view.campaigns.findIndex(({ id }) => id === b.campaign_id) || a.id - b.id

/** Groups a list by a key, sorted by key. */
function groupsOf<T>(list: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

export const expected: Readonly<Record<TableReport, (book: Book, query: ReportQuery) => ReportRow[]>> = {
  liability(book, query) {
    const view = viewOf(book, query)
    return view.days.flatMap((day) =>
      view.campaigns.map(({ id, name }) => {
        const cards = view.cards.filter(({ campaign_id }) => campaign_id === id)
        const lines = view.lines.filter((line) => line.day === day && line.card.campaign_id === id)
        const amountOfKinds = (...kinds: string[]) => amountOf(lines.filter(({ kind }) => kinds.includes(kind ?? '')))
        return {
          DATE: day,
          CAMPAIGN: name,
          CARDS: cards.filter(({ issued_at }) => toUs(issued_at) < view.endUs(day)).length,
          OPENING: sum(cards, (card) => view.cardBalance(card, midnightOf(day))),
          LOADED: amountOfKinds('load'),
          SPENT: 0 - amountOfKinds('purchase'),
          FEES: 0 - amountOfKinds('fee'),
          DEVALUED: 0 - amountOfKinds('devalue'),
          OTHER: amountOfKinds('transfer'),
          CLOSING: sum(cards, (card) => view.cardBalance(card, midnightOf(day) + DAY_US)),
        }
      }),
    )
  },

  cardBalance(book, query) {
    const view = viewOf(book, query)
    if (query.end > view.today) return []
    const midnight = midnightOf(query.end) + DAY_US
    const end = view.endUs(query.end)
    return view.cards
      .filter(({ issued_at }) => toUs(issued_at) < end)
      .toSorted(byCampaignThenId(view))
      .map((card, index) => {
        // Calculates back from the current state to the state at that time.
        let stopped = card.stopped_at !== null && toUs(card.stopped_at) < midnight
        // In order of time: events of the card processor can arrive late.
        const laterEvents = book.events
          .filter(({ card_id, at }) => card_id === card.id && toUs(at) >= midnight)
          .toSorted((a, b) => toUs(a.at) - toUs(b.at) || (a.kind === b.kind ? 0 : a.kind === 'stopped' ? 1 : -1))
        for (const { kind } of laterEvents.toReversed())
          if (kind === 'stopped' || kind === 'unstopped') stopped = kind === 'unstopped'
        const openAuthorisations = book.authorisations.filter(
          ({ card_id, us, released_us }) =>
            card_id === card.id && us < end && (released_us === null || released_us >= end),
        )
        const balance = view.cardBalance(card, midnight)
        return {
          ITEM: index + 1,
          ...cardColumns(view, card),
          CUSTOMERREFERENCE: card.customer_reference,
          NAME: card.name,
          STATUS: stopped
            ? 'Stopped'
            : card.retired_at && toUs(card.retired_at) < midnight
              ? 'Retired'
              : card.expires_on < query.end
                ? 'Expired'
                : card.activated_at && toUs(card.activated_at) < midnight
                  ? 'Activated'
                  : 'Not Activated',
          EXPIRES: card.expires_on,
          BALANCE: balance,
          AVAILABLE: balance - sum(openAuthorisations, ({ amount_cents }) => amount_cents),
        }
      })
  },

  negativeBalance(book, query) {
    const view = viewOf(book, query)
    return view.days.flatMap((day) =>
      view.cards
        .map((card) => ({ card, balance: view.cardBalance(card, midnightOf(day) + DAY_US) }))
        .filter(({ balance }) => balance < 0)
        .map(({ card, balance }) => ({ DATE: day, ...cardColumns(view, card), NAME: card.name, BALANCE: balance })),
    )
  },

  expiredCards(book, query) {
    const view = viewOf(book, query)
    return view.cards
      .filter(({ expires_on: day }) => day >= query.start && day <= view.lastDay && day < view.today)
      .toSorted((a, b) => (a.expires_on < b.expires_on ? -1 : a.expires_on > b.expires_on ? 1 : a.id - b.id))
      .map((card) => ({
        EXPIRED: card.expires_on,
        ...cardColumns(view, card),
        CUSTOMERREFERENCE: card.customer_reference,
        NAME: card.name,
        BALANCE: view.cardBalance(card, midnightOf(card.expires_on) + DAY_US),
      }))
  },

  expiringBalances(book, query) {
    const view = viewOf(book, query)
    const expiring = view.cards.filter(
      ({ expires_on: day, retired_at }) =>
        day >= query.start && day >= view.today && day <= query.end && retired_at === null,
    )
    return groupsOf(expiring, (card) => `${card.expires_on.slice(0, 7)}|${view.nameOf(card)}`).map(([key, list]) => ({
      MONTH: key.split('|')[0] ?? '',
      CAMPAIGN: key.split('|')[1] ?? '',
      CARDS: list.length,
      BALANCE: sum(list, (card) => view.cardBalance(card, toUs(query.asOf) + 1)),
    }))
  },

  expiredCardsSummary(book, query) {
    const rows = expected.expiredCards(book, query)
    return groupsOf(rows, (row) => `${String(row.EXPIRED).slice(0, 7)}|${String(row.CAMPAIGN)}`).map(([key, list]) => ({
      MONTH: key.split('|')[0] ?? '',
      CAMPAIGN: key.split('|')[1] ?? '',
      CARDS: list.length,
      BALANCE: sum(list, ({ BALANCE }) => Number(BALANCE)),
    }))
  },

  topUp(book, query) {
    const view = viewOf(book, query)
    const loads = view.movements.filter(({ t, campaign }) => t.kind === 'load' && campaign !== '')
    return groupsOf(loads, ({ t, campaign }) => `${dayOf(t.us)}|${campaign}`).map(([key, list]) => ({
      DATE: key.split('|')[0] ?? '',
      CAMPAIGN: key.split('|')[1] ?? '',
      TOPUPS: list.length,
      AMOUNT: sum(list, ({ amount_cents }) => amount_cents),
      FEES: sum(list, ({ fee_cents }) => fee_cents),
    }))
  },

  detailedTopup(book, query) {
    const view = viewOf(book, query)
    return view.lines
      .filter(({ t }) => t.kind === 'load')
      .map(({ t, entry, card }) => ({
        POSTED: t.posted_at,
        ...cardColumns(view, card),
        CUSTOMERREFERENCE: card.customer_reference,
        BATCH: batchOf(t),
        REFERENCE: t.description,
        AMOUNT: entry.amount_cents,
        FEES: t.rows.find(({ card_id }) => card_id === card.id)?.fee_cents ?? view.amountOn(t, 'fee'),
        BALANCE: view.balanceAfter(t, entry),
      }))
  },

  spendSummary(book, query) {
    const view = viewOf(book, query)
    const spent = view.lines.filter(({ kind }) => kind === 'purchase')
    return groupsOf(spent, ({ day, card }) => `${day}|${view.nameOf(card)}`).map(([key, list]) => {
      const purchases = list.filter(({ t }) => t.kind === 'purchase')
      return {
        DATE: key.split('|')[0] ?? '',
        CAMPAIGN: key.split('|')[1] ?? '',
        PURCHASES: purchases.length,
        SPENT: 0 - amountOf(purchases),
        REVERSED: amountOf(list.filter(({ t }) => t.kind === 'reversal')),
        NET: 0 - amountOf(list),
      }
    })
  },

  cardSpend(book, query) {
    const view = viewOf(book, query)
    return view.cards.toSorted(byCampaignThenId(view)).flatMap((card) => {
      const lines = view.lines.filter(
        ({ card: { id }, kind }) => id === card.id && (kind === 'purchase' || kind === 'fee'),
      )
      if (lines.length === 0) return []
      const purchases = lines.filter(({ t }) => t.kind === 'purchase')
      return [
        {
          ...cardColumns(view, card),
          CUSTOMERREFERENCE: card.customer_reference,
          PURCHASES: purchases.length,
          SPENT: 0 - amountOf(lines.filter(({ kind }) => kind === 'purchase')),
          FEES: 0 - amountOf(lines.filter(({ kind }) => kind === 'fee')),
          LASTSPENT: purchases.at(-1)?.t.posted_at ?? null,
        },
      ]
    })
  },

  fee(book, query) {
    const view = viewOf(book, query)
    const charges = view.movements.flatMap(({ t, fee_cents: cents, campaign }) => {
      if (cents === 0 || campaign === '') return []
      const type = t.fee_type_id ?? (t.batch_id !== null ? 14 : t.order_id !== null ? 5 : 0)
      return [{ t, cents, campaign, type: book.feeTypes.get(type) ?? 'Other fee' }]
    })
    return groupsOf(charges, ({ t, campaign, type }) => `${dayOf(t.us)}|${campaign}|${type}`).map(([key, list]) => ({
      DATE: key.split('|')[0] ?? '',
      CAMPAIGN: key.split('|')[1] ?? '',
      FEETYPE: key.split('|')[2] ?? '',
      COUNT: list.filter(({ t }) => t.kind !== 'reversal').length,
      AMOUNT: sum(list, ({ cents }) => cents),
    }))
  },

  forexFee(book, query) {
    const view = viewOf(book, query)
    return view.lines
      .filter(({ t, kind }) => kind === 'fee' && book.feeTypes.get(t.fee_type_id ?? 0) === 'Foreign Exchange Fee')
      .map(({ t, entry, card }) => ({
        POSTED: t.posted_at,
        ...cardColumns(view, card),
        DESCRIPTION: t.description,
        AMOUNT: 0 - entry.amount_cents,
      }))
  },

  devalue(book, query) {
    const view = viewOf(book, query)
    return view.lines
      .filter(({ t }) => t.kind === 'devalue')
      .map(({ t, entry, card }) => ({
        POSTED: t.posted_at,
        ...cardColumns(view, card),
        WALLETREFERENCE: card.customer_id,
        BATCH: batchOf(t),
        REFERENCE: t.description,
        AMOUNT: 0 - entry.amount_cents,
        BALANCE: view.balanceAfter(t, entry),
        RETIRED: card.retired_at !== null && toUs(card.retired_at) < midnightOf(view.lastDay) + DAY_US,
      }))
  },

  fundMovement(book, query) {
    const view = viewOf(book, query)
    const funding = [...book.accounts.values()].find(
      ({ owner_id, kind }) => owner_id === query.ownerId && kind === 'funding',
    )
    let balance = view.balanceBefore(funding?.id ?? 0, midnightOf(query.start))
    const movements = view.transactions.flatMap((t) => {
      const entry = t.entries.find(({ account_id }) => account_id === funding?.id)
      return entry ? [{ t, entry }] : []
    })
    const runKeyOf = ({ t: { batch_id, order_id, id } }: (typeof movements)[number]) =>
      batch_id === null && order_id === null ? [id, 0, 0] : [0, batch_id ?? 0, order_id ?? 0]
    const keyOf = (movement: (typeof movements)[number]) =>
      [movement.t.us, ...runKeyOf(movement)].map((number) => String(number).padStart(20, '0')).join()
    const labels: Readonly<Record<string, string>> = {
      funding: 'Funding',
      load: 'Load',
      devalue: 'Devalue',
      fee: 'Fee',
    }
    return groupsOf(movements, keyOf).flatMap(([, list]) => {
      const [first] = list
      if (!first) return []
      balance += amountOf(list)
      const debits = list.filter(({ entry }) => entry.amount_cents < 0)
      const kind = list.some(({ t }) => t.kind === 'load') ? 'load' : first.t.kind
      return [
        {
          POSTED: first.t.posted_at,
          MOVEMENT: labels[kind] ?? '',
          REFERENCE: first.t.description,
          DEBIT: 0 - amountOf(debits),
          DEBITFEES: sum(debits, ({ t }) => view.amountOn(t, 'fee')),
          CREDIT: amountOf(list.filter(({ entry }) => entry.amount_cents > 0)),
          BALANCE: balance,
        },
      ]
    })
  },

  cardholderStatement(book, query) {
    const view = viewOf(book, query)
    return view.lines.map(({ t, entry, card }) => ({
      TRACKINGNUMBER: card.tracking_number,
      CARDNUMBER: card.pan_masked,
      NAME: card.name,
      POSTED: t.posted_at,
      TYPE: `${t.kind.charAt(0).toUpperCase()}${t.kind.slice(1)}`,
      DESCRIPTION: t.description,
      AMOUNT: entry.amount_cents,
      BALANCE: view.balanceAfter(t, entry),
    }))
  },

  dailySettlementDetail: (book, query) => settlements(book, query, () => true),

  settlementsWithoutAuthorisations: (book, query) =>
    settlements(book, query, (t, card) =>
      book.authorisations.every(
        ({ card_id, auth_number, us }) => card_id !== card.id || auth_number !== t.auth_number || us > t.us,
      ),
    ),

  dailySettlementSummary(book, query) {
    const view = viewOf(book, query)
    const purchases = view.lines.filter(({ t }) => t.kind === 'purchase')
    return groupsOf(purchases, ({ t, card }) => [view.nameOf(card), t.merchant_id, t.description].join('|')).map(
      ([key, list]) => {
        const [CAMPAIGN = '', MERCHANTID = '', MERCHANT = ''] = key.split('|')
        return { CAMPAIGN, MERCHANTID, MERCHANT, PURCHASES: list.length, AMOUNT: 0 - amountOf(list) }
      },
    )
  },

  unsettledTransactions(book, query) {
    const view = viewOf(book, query)
    if (query.end > view.today) return []
    const end = view.endUs(query.end)
    return (
      book.authorisations
        .filter(({ us, released_us }) => us < end && (released_us === null || released_us >= end))
        // A row begins later if the held amount has changed since the authorisation.
        .map((authorisation) => ({ ...authorisation, begun_us: authorisation.first_us ?? authorisation.us }))
        .toSorted((a, b) => a.begun_us - b.begun_us || a.id - b.id)
        .flatMap((authorisation) => {
          const card = view.cards.find(({ id }) => id === authorisation.card_id)
          if (!card) return []
          const { CAMPAIGN: _, ...withoutCampaign } = cardColumns(view, card)
          return [
            {
              AUTHORISED: authorisation.first_authorised_at ?? authorisation.authorised_at,
              ...withoutCampaign,
              MERCHANTID: authorisation.merchant_id,
              MERCHANT: authorisation.description,
              AUTHNUMBER: authorisation.auth_number,
              AMOUNT: authorisation.amount_cents,
              AGE: (midnightOf(query.end) - midnightOf(dayOf(authorisation.begun_us))) / DAY_US,
            },
          ]
        })
    )
  },

  cardOrders(book, query) {
    const view = viewOf(book, query)
    /** The order's amounts according to the ledger, not according to its row in card_order. */
    const postedAmount = (orderId: number, kind: string) =>
      sum(
        book.transactions.filter(({ order_id }) => order_id === orderId),
        (t) => view.amountOn(t, kind),
      )
    const statusOf = (order: (typeof book.orders)[number]) =>
      order.rejected_at
        ? 'Rejected'
        : order.cancelled_at
          ? 'Cancelled'
          : order.kind === 'virtual'
            ? order.approved_at
              ? order.processed_at
                ? order.failed_count > 0
                  ? 'Partly issued'
                  : 'Issued'
                : 'Issuing cards'
              : 'Awaiting approval'
            : 'Placed'
    return book.orders
      .filter(({ us }) => dayOf(us) >= query.start && dayOf(us) <= view.lastDay)
      .filter(({ campaign_id }) => view.campaigns.some(({ id }) => id === campaign_id))
      .toSorted((a, b) => a.us - b.us || a.id - b.id)
      .map((order) => ({
        ORDERED: order.ordered_at,
        ORDER: String(order.id),
        KIND: order.kind === 'virtual' ? 'Virtual cards' : 'Physical cards',
        CAMPAIGN: view.campaigns.find(({ id }) => id === order.campaign_id)?.name ?? '',
        QUOTATION: order.quotation_number,
        STATUS: statusOf(order),
        CARDS: order.row_count,
        ISSUED: order.issued_count,
        AMOUNT: order.amount_cents,
        LOADED: postedAmount(order.id, 'card'),
        FEES: order.fee_cents + order.issue_fee_cents * order.row_count,
        CHARGED: postedAmount(order.id, 'fee'),
        ORDEREDBY: book.users.get(order.ordered_by) ?? '',
      }))
  },

  monthlyCompliance(book, query) {
    const view = viewOf(book, query)
    return view.campaigns.map(({ id, name }) => {
      const cards = view.cards.filter(
        ({ campaign_id, issued_at }) => campaign_id === id && toUs(issued_at) < view.endUs(view.lastDay),
      )
      const lines = view.lines.filter(({ card: { campaign_id } }) => campaign_id === id)
      const linesOf = (kind: string) => lines.filter(({ t }) => t.kind === kind)
      return {
        CAMPAIGN: name,
        CARDS: cards.length,
        ISSUED: cards.filter(({ issued_at }) => toUs(issued_at) >= midnightOf(query.start)).length,
        TOPUPS: linesOf('load').length,
        LOADED: amountOf(linesOf('load')),
        PURCHASES: linesOf('purchase').length,
        SPENT: 0 - amountOf(linesOf('purchase')),
        REVERSED: amountOf(linesOf('reversal')),
        BALANCE: sum(cards, (card) => view.cardBalance(card, midnightOf(view.lastDay) + DAY_US)),
      }
    })
  },
}

function settlements(book: Book, query: ReportQuery, isIncluded: (t: Transaction, card: Card) => boolean): ReportRow[] {
  const view = viewOf(book, query)
  return view.lines
    .filter(({ t, card }) => t.kind === 'purchase' && isIncluded(t, card))
    .map(({ t, entry, card }) => ({
      POSTED: t.posted_at,
      ...cardColumns(view, card),
      MERCHANTID: t.merchant_id,
      MERCHANT: t.description,
      AUTHNUMBER: t.auth_number,
      AMOUNT: 0 - entry.amount_cents,
    }))
}
