// Adds events to the values of the programme before them, as docs/rules/feed.md says and without the server's code: what
// each card has then paid, received and held. Reports are calculated from the result a second time.
import type { FeedEvent } from '#contract/feed.ts'
import type { Account, Authorisation, Book, Card, Transaction } from '#tests/server/reports/book.ts'
import { toUs } from '#tests/server/reports/book.ts'

const DAY_MS = 86_400_000
const OWNER = 3
const FOREX_FEE = 6

export function addEvents(book: Book, events: readonly FeedEvent[], receivedAt: number): Book {
  const cards = new Map(
    [...book.cards.values()].filter(({ owner_id }) => owner_id === OWNER).map((card) => [card.tracking_number, card]),
  )
  const valid = events.flatMap((event) => {
    const card = cards.get(event.trackingNumber)
    return card && isValid(event, book, receivedAt) ? [{ event, card }] : []
  })
  return {
    ...book,
    ...changeCards(book, valid),
    transactions: [...book.transactions, ...toTransactions(book, valid, receivedAt)].toSorted(
      (a, b) => a.us - b.us || a.id - b.id,
    ),
    authorisations: [...book.authorisations, ...toAuthorisations(valid)],
  }
}

interface Valid {
  readonly event: FeedEvent
  readonly card: Card
}

function isValid(event: FeedEvent, book: Book, receivedAt: number): boolean {
  if ('currency' in event && event.currency !== undefined && event.kind !== 'chargebackRequested')
    if (event.currency !== 'SGD') return false
  if (event.kind === 'fee' && !book.feeTypes.has(event.feeType)) return false
  if (event.kind === 'cardStatus' && event.status === 'stopped' && (event.stopReason ?? 0) > 100) return false
  return Date.parse(event.at) <= receivedAt + 3_600_000
}

interface Posted extends Valid {
  readonly move: Move
}

/** What one event moves: from the card if the amount is negative. */
interface Move {
  readonly kind: 'purchase' | 'fee' | 'load' | 'reversal'
  readonly amount: number
  readonly text: string
  readonly merchantId?: string
  readonly authNumber?: string
  readonly feeType?: number
  /** The account on the other side. */
  readonly other: 'settlement' | 'fee'
  /** The move that it reverses. */
  readonly reverses?: Move
}

function toTransactions(book: Book, valid: readonly Valid[], receivedAt: number): Transaction[] {
  const accounts = [...book.accounts.values()].filter(({ owner_id }) => owner_id === OWNER)
  const accountOf = (card: Card) => accounts.find(({ card_id }) => card_id === card.id)
  const ownAccount = (kind: string) => accounts.find((account) => account.kind === kind)
  const movesOf = new Map(
    valid.map((one) => [one.event.eventId, { ...one, moves: eventToMoves(one.event, book.feeTypes) }]),
  )
  const posted = [...movesOf.values()].flatMap(({ event, card, moves }): Posted[] => {
    if (event.kind !== 'reversal') return moves.map((move) => ({ event, card, move }))
    const original = movesOf.get(event.original)
    const isOfOriginal = original?.card === card && 'amount' in original.event && original.event.amount === event.amount
    return isOfOriginal ? original.moves.map((move) => ({ event, card, move: undo(move) })) : []
  })
  const firstId = Math.max(...book.transactions.map(({ id }) => id)) + 1
  const idOf = new Map(posted.map(({ move }, index) => [move, firstId + index]))
  return posted.map(({ event, card, move }) => {
    const time = Date.parse(event.at)
    const isPostedOnArrival = time > receivedAt || receivedAt - time > 30 * DAY_MS
    const postedAt = new Date(isPostedOnArrival ? receivedAt : time)
    const id = idOf.get(move) ?? 0
    const entry = (account: Account | undefined, amount: number) => ({
      transaction_id: id,
      account_id: account?.id ?? 0,
      amount_cents: amount,
      balance_after: 0,
      account: account as Account,
    })
    return {
      id,
      owner_id: OWNER,
      kind: move.kind,
      posted_at: postedAt,
      happened_at: time < postedAt.getTime() ? new Date(time) : null,
      us: toUs(postedAt),
      card_id: card.id,
      batch_id: null,
      order_id: null,
      first_row: null,
      last_row: null,
      reverses: (move.reverses && idOf.get(move.reverses)) ?? null,
      fee_type_id: move.feeType ?? null,
      description: move.text,
      merchant_id: move.merchantId ?? '',
      auth_number: move.authNumber ?? '',
      entries: [entry(accountOf(card), move.amount), entry(ownAccount(move.other), -move.amount)],
      rows: [],
    }
  })
}

function eventToMoves(event: FeedEvent, feeTypes: Book['feeTypes']): Move[] {
  switch (event.kind) {
    case 'clearing': {
      const { merchant, merchantId, authNumber, foreign, fee } = event
      const purchase: Move = {
        kind: 'purchase',
        amount: -event.amount,
        text: event.isCash ? `Cash withdrawal: ${merchant}` : merchant,
        merchantId,
        authNumber: authNumber ?? '',
        other: 'settlement',
      }
      if (fee === undefined) return [purchase]
      const feeText = foreign
        ? `Foreign Exchange Fee: ${merchant} (${foreign.currency} at ${foreign.rate})`
        : `Transaction fee: ${merchant}`
      return [
        purchase,
        { kind: 'fee', amount: -fee, text: feeText, ...(foreign && { feeType: FOREX_FEE }), other: 'fee' },
      ]
    }
    case 'refund': {
      const { merchant: text, merchantId, authNumber = '', amount } = event
      return [{ kind: 'purchase', amount, text, merchantId, authNumber, other: 'settlement' }]
    }
    case 'load': {
      const { merchant: text, merchantId, amount } = event
      return [{ kind: 'load', amount, text, merchantId, other: 'settlement' }]
    }
    case 'fee': {
      const text = event.description || (feeTypes.get(event.feeType) ?? '')
      return [{ kind: 'fee', amount: -event.amount, text, feeType: event.feeType, other: 'fee' }]
    }
    default:
      return []
  }
}

const undo = (move: Move): Move => ({
  ...move,
  kind: 'reversal',
  amount: -move.amount,
  text: `Reversal of ${move.text}`,
  authNumber: '',
  reverses: move,
})

/** The held amount from each moment at which an event of the authorisation has happened, until the next such moment. */
function toAuthorisations(valid: readonly Valid[]): Authorisation[] {
  const byAuthorisation = groupBy(
    valid.filter(({ event }) => 'authorisation' in event && event.authorisation !== undefined),
    ({ event, card }) => `${card.id} ${'authorisation' in event ? event.authorisation : ''}`,
  )
  return [...byAuthorisation.values()].flatMap((thread) => {
    const inOrder = thread.toSorted((a, b) => Date.parse(a.event.at) - Date.parse(b.event.at))
    const first = inOrder.find(({ event }) => event.kind === 'authorisation')
    if (first?.event.kind !== 'authorisation') return []
    const { event: authorisation, card } = first
    const begun = Date.parse(authorisation.at)
    /** The amount that is held just after a moment. */
    const heldAt = (moment: number) =>
      inOrder
        .filter(({ event }) => event.kind !== 'authorisation' && Date.parse(event.at) <= moment)
        .reduce((held, { event }) => change(held, event), authorisation.amount)
    const moments = [...new Set([begun, ...inOrder.map(({ event }) => Date.parse(event.at))])].filter(
      (moment) => moment >= begun,
    )
    const rows = moments.map((moment, index) => ({ moment, until: moments[index + 1], amount: heldAt(moment) }))
    // An authorisation that ends when it begins holds nothing, but there was one.
    const record = { moment: begun, until: begun, amount: authorisation.amount }
    return [record, ...rows]
      .filter(({ amount }) => amount > 0)
      .map(
        ({ moment, until, amount }) =>
          ({
            id: 0,
            card_id: card.id,
            authorised_at: new Date(moment),
            us: moment * 1000,
            released_at: until === undefined ? null : new Date(until),
            released_us: until === undefined ? null : until * 1000,
            first_authorised_at: new Date(begun),
            first_us: begun * 1000,
            amount_cents: amount,
            description: authorisation.merchant,
            merchant_id: authorisation.merchantId,
            auth_number: authorisation.authNumber,
            feed_event_id: null,
          }) satisfies Authorisation,
      )
  })
}

function change(held: number, event: FeedEvent): number {
  switch (event.kind) {
    case 'increment':
      return held + event.amount
    case 'completion':
      return event.amount
    case 'release':
      return Math.max(0, event.amount === undefined ? 0 : held - event.amount)
    case 'clearing':
      return event.isPartial ? Math.max(0, held - event.amount) : 0
    default:
      return 0
  }
}

/** The cards as the processor has changed them, and their history. */
function changeCards(book: Book, valid: readonly Valid[]): Pick<Book, 'cards' | 'events'> {
  const cards = new Map(book.cards)
  const events = [...book.events]
  for (const { event, card } of valid) {
    if (event.kind !== 'cardStatus') continue
    const at = new Date(event.at)
    events.push({
      id: 0,
      card_id: card.id,
      at,
      user_id: null,
      kind: event.status,
      stop_reason_id: null,
      transaction_id: null,
    })
    const changed = cards.get(card.id) ?? card
    if (event.status === 'activated' || event.status === 'retired') {
      const column = event.status === 'activated' ? 'activated_at' : 'retired_at'
      const before = changed[column]
      cards.set(card.id, { ...changed, [column]: before !== null && before < at ? before : at })
    }
  }
  for (const id of new Set(valid.flatMap(({ event, card }) => (event.kind === 'cardStatus' ? [card.id] : [])))) {
    const card = cards.get(id)
    // The newest change counts. If a card is stopped and released at one moment, it is stopped.
    const newest = events
      .filter(({ card_id, kind }) => card_id === id && (kind === 'stopped' || kind === 'unstopped'))
      .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.kind === 'stopped' ? -1 : 1))[0]
    if (card && newest) cards.set(id, { ...card, stopped_at: newest.kind === 'stopped' ? newest.at : null })
  }
  return { cards, events }
}

/** The items by their key, in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
