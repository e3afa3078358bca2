// The warnings about cards of a virtual order, for the list, the details and the dialogs: the same sentence everywhere,
// and the filter that shows the rows it is about.
import { m } from '#words/messages.js'
import type { OrderRowWarnings } from '#domain/order/row-warnings.ts'
import { cardCountToText, ordersToText } from '#domain/order/words.ts'
import type { OrderRowFilter } from '../OrderTable.tsx'

export interface OrderRowWarning {
  readonly kind: 'duplicates' | 'repeated' | 'invalid' | 'withoutMessage'
  readonly title: string
  readonly filter: OrderRowFilter
}

/** How many other orders a warning names; it only counts the rest. */
const MAX_NAMED_ORDERS = 3

export function rowWarningsOf(counts: OrderRowWarnings): readonly OrderRowWarning[] {
  const { duplicates, repeated, repeatedIn, invalid, withoutMessage } = counts
  const cards = (count: number) => cardCountToText(count, 'virtual')
  const warnings: (OrderRowWarning | false)[] = [
    duplicates > 0 && {
      kind: 'duplicates',
      title: m.orders_approveReferencesRepeated({ cards: cards(duplicates) }),
      filter: 'repeated',
    },
    repeated > 0 && {
      kind: 'repeated',
      title: m.orders_alsoInOrders({
        cards: cards(repeated),
        count: repeated,
        orders: ordersToText(repeatedIn, MAX_NAMED_ORDERS),
      }),
      filter: 'warned',
    },
    invalid > 0 && {
      kind: 'invalid',
      title: m.orders_countCannotBeIssuedNow({ count: cards(invalid) }),
      filter: 'warned',
    },
    withoutMessage > 0 && {
      kind: 'withoutMessage',
      title: m.orders_noMessageForCards({ cards: cards(withoutMessage) }),
      filter: 'warned',
    },
  ]
  return warnings.filter((warning) => warning !== false)
}
