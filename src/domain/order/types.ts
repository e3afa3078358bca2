// The table of order types: physical cards that a producer makes, and virtual cards that another user has to approve.
// Rules: docs/rules/orders.md, "Kinds of order".
import { m } from '#words/messages.js'
import { textOf, withTexts } from '#words/with-texts.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { SheetExtension } from '../batch/types.ts'

export type OrderType = 'physical' | 'virtual'

export interface OrderTypeInfo {
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
  /** A sentence after the note that the cards are issued within 24 hours. */
  readonly issueNote?: string
  /** The texts of the form for one row. `open` is the button that opens the form, `add` the button in the form. */
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

export const orderTypes = withTexts<Readonly<Record<OrderType, OrderTypeInfo>>>({
  physical: {
    type: 'physical',
    title: textOf(m.orders_orderCard),
    path: '/card/order',
    permission: 'Card.write',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsApproval: false,
    hasQuotation: true,
    isForVirtualCampaigns: false,
    countToText: (count) => m.common_countedCards({ count }),
    noun: { one: textOf(m.common_cardInText), many: textOf(m.common_cardsInText) },
    submittedMessage: textOf(m.orders_cardOrderSubmitted),
    single: {
      open: textOf(m.orders_addSingleCard),
      title: textOf(m.orders_addSingleCard),
      add: textOf(m.orders_addCardOrder),
    },
    wizardTexts: {
      description: textOf(m.orders_cardOrderIntro),
      steps: textOf(() => [m.orders_cardOrderCreation(), m.orders_cardOrderConfirmation()]),
      rowDescription: textOf(m.orders_oneCard),
      startAnother: textOf(m.orders_orderMoreCards),
    },
  },
  virtual: {
    type: 'virtual',
    title: textOf(m.orders_orderVirtualCard),
    path: '/card/virtual-card-order',
    permission: 'Card.order',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    needsApproval: true,
    hasQuotation: false,
    isForVirtualCampaigns: true,
    countToText: (count) => m.orders_countedVirtualCards({ count }),
    noun: { one: textOf(m.orders_virtualCard), many: textOf(m.orders_virtualCards) },
    submittedMessage: textOf(m.orders_virtualCardOrderSubmitted),
    issueNote: textOf(m.orders_virtualIssueNote),
    single: {
      open: textOf(m.orders_addVirtualCard),
      title: textOf(m.orders_addSingleVirtualCard),
      add: textOf(m.orders_addVirtualCardOrder),
    },
    wizardTexts: {
      description: textOf(m.orders_virtualCardOrderIntro),
      steps: textOf(() => [m.orders_virtualCardOrderCreation(), m.orders_virtualConfirmation()]),
      rowDescription: textOf(m.orders_oneVirtualCard),
      startAnother: textOf(m.orders_orderMoreVirtualCards),
    },
  },
})
