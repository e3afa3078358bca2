// The table of order types: physical cards that a producer makes, and virtual cards that another user has to approve.
// Rules: docs/rules/orders.md, "Kinds of order".
import { m } from '#words/messages.js'
import type { Permission } from '#domain/access/permissions.ts'
import type { SheetExtension } from '../batch/kinds.ts'

export type OrderType = 'physical' | 'virtual'

export interface OrderKind {
  readonly type: OrderType
  /** The name on the screen and in the menu. */
  readonly title: string
  /** The path of its wizard. */
  readonly path: string
  readonly permission: Permission
  /** Maximum number of rows of an order. */
  readonly maxRows: number
  readonly accepts: readonly SheetExtension[]
  /** True if another user has to approve the order before cards are issued. */
  readonly needsApproval: boolean
  /** True if the order has a quotation number, a plastic and a design. */
  readonly hasQuotation: boolean
  /** True if the cards belong to campaigns with virtual cards. */
  readonly isForVirtualCampaigns: boolean
  /** The number of rows with its noun: '12 virtual cards'. */
  readonly countToText: (rows: number) => string
  /** The noun for rows in sentences. */
  readonly noun: { readonly one: string; readonly many: string }
  /** The message once the server has the order. */
  readonly submittedMessage: string
  /** An addition to the note about 24 hours. */
  readonly issueNote?: string
  /** The labels of the button that opens the form for one row, of the form's title, and of the form's button. */
  readonly single: { readonly open: string; readonly title: string; readonly add: string }
  readonly wizardTexts: {
    readonly description: string
    /** The wizard's two steps. */
    readonly steps: readonly string[]
    readonly rowDescription: string
    /** The label of the button that starts another order. */
    readonly startAnother: string
  }
}

/** How long after submission an order of physical cards can be cancelled. Its cards are produced later. */
export const HOURS_TO_CANCEL = 24

export const orderKinds: Readonly<Record<OrderType, OrderKind>> = {
  physical: {
    type: 'physical',
    get title() {
      return m.orders_orderCard()
    },
    path: '/card/order',
    permission: 'Card.write',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsApproval: false,
    hasQuotation: true,
    isForVirtualCampaigns: false,
    countToText: (count) => m.common_countedCards({ count }),
    noun: {
      get one() {
        return m.common_cardInText()
      },
      get many() {
        return m.common_cardsInText()
      },
    },
    get submittedMessage() {
      return m.orders_cardOrderSubmitted()
    },
    single: {
      get open() {
        return m.orders_addSingleCard()
      },
      get title() {
        return m.orders_addSingleCard()
      },
      get add() {
        return m.orders_addCardOrder()
      },
    },
    wizardTexts: {
      get description() {
        return m.orders_cardOrderIntro()
      },
      get steps() {
        return [m.orders_cardOrderCreation(), m.orders_cardOrderConfirmation()]
      },
      get rowDescription() {
        return m.orders_oneCard()
      },
      get startAnother() {
        return m.orders_orderMoreCards()
      },
    },
  },
  virtual: {
    type: 'virtual',
    get title() {
      return m.orders_orderVirtualCard()
    },
    path: '/card/virtual-card-order',
    permission: 'Card.order',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsApproval: true,
    hasQuotation: false,
    isForVirtualCampaigns: true,
    countToText: (count) => m.orders_countedVirtualCards({ count }),
    noun: {
      get one() {
        return m.orders_virtualCard()
      },
      get many() {
        return m.orders_virtualCards()
      },
    },
    get submittedMessage() {
      return m.orders_virtualCardOrderSubmitted()
    },
    get issueNote() {
      return m.orders_virtualIssueNote()
    },
    single: {
      get open() {
        return m.orders_addVirtualCard()
      },
      get title() {
        return m.orders_addSingleVirtualCard()
      },
      get add() {
        return m.orders_addVirtualCardOrder()
      },
    },
    wizardTexts: {
      get description() {
        return m.orders_virtualCardOrderIntro()
      },
      get steps() {
        return [m.orders_virtualCardOrderCreation(), m.orders_virtualConfirmation()]
      },
      get rowDescription() {
        return m.orders_oneVirtualCard()
      },
      get startAnother() {
        return m.orders_orderMoreVirtualCards()
      },
    },
  },
}
