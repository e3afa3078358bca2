// The warnings about cards of a virtual order, for the list, the details and the dialogs. A warning has the same sentence
// everywhere, and the filter of the rows that have the warning.
import { m } from '#words/messages.js'
import type { OrderRowWarnings } from '#domain/order/row-warnings.ts'
import { cardCountToText, ordersToText } from '#domain/order/words.ts'
import type { OrderRowFilter } from '../OrderTable.tsx'

export interface OrderRowWarning {
  readonly kind: 'duplicates' | 'repeated' | 'invalid' | 'withoutMessage'
  readonly title: string
  readonly filter: OrderRowFilter
}

/** A warning names at most this many other orders. It only counts the rest. */
const MAX_NAMED_ORDERS = 3

export function rowWarningsOf(counts: OrderRowWarnings): readonly OrderRowWarning[] {
  const { duplicates, repeated, repeatedIn, invalid, withoutMessage } = counts
  const cardsText = (count: number) => cardCountToText(count, 'virtual')
  const warnings: (OrderRowWarning | false)[] = [
    duplicates > 0 && {
      kind: 'duplicates',
      title: m.orders_approveReferencesRepeated({ cards: cardsText(duplicates) }),
      filter: 'repeated',
    },
    repeated > 0 && {
      kind: 'repeated',
      title: m.orders_alsoInOrders({
        cards: cardsText(repeated),
        count: repeated,
        orders: ordersToText(repeatedIn, MAX_NAMED_ORDERS),
      }),
      filter: 'warned',
    },
    invalid > 0 && {
      kind: 'invalid',
      title: m.orders_countCannotBeIssuedNow({ count: cardsText(invalid) }),
      filter: 'warned',
    },
    withoutMessage > 0 && {
      kind: 'withoutMessage',
      title: m.orders_noMessageForCards({ cards: cardsText(withoutMessage) }),
      filter: 'warned',
    },
  ]
  return warnings.filter((warning) => warning !== false)
}
