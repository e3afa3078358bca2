// The table of order types: physical cards that a producer makes, and virtual cards that are issued once another user
// has approved them. Rules: docs/rules/orders.md, "Kinds of order".
import type { Permission } from '#domain/access/permissions.ts'
import * as say from '#words/domain/order.ts'
import type { SheetEnding } from '../batch/kinds.ts'

export type OrderType = 'physical' | 'virtual'

export interface OrderKind {
  readonly type: OrderType
  /** The name on the screen and in the menu. */
  readonly title: string
  /** The path of its wizard. */
  readonly path: string
  readonly permission: Permission
  /** Maximum rows of an order, as in a batch load. */
  readonly maxRows: number
  readonly accepts: readonly SheetEnding[]
  /** True if another user has to approve the order before cards are issued. */
  readonly isApproved: boolean
  /** True if it has a quotation number, a plastic and a design. */
  readonly hasQuotation: boolean
  /** True for campaigns with virtual cards, false for the others. */
  readonly ofVirtualCampaigns: boolean
  /** The noun for a row in sentences: "12 virtual cards". */
  readonly noun: { readonly one: string; readonly many: string }
  /** The message once the server has the order. */
  readonly submitted: string
  /** An addition to the note about 24 hours. */
  readonly issueNote?: string
  /** The button that opens the form of one row, the form's title, and the form's button. */
  readonly single: { readonly open: string; readonly title: string; readonly add: string }
  readonly words: {
    readonly description: string
    /** Its two steps. */
    readonly steps: readonly string[]
    readonly rowOf: string
    /** The button that starts the next order. */
    readonly again: string
  }
}

/** Cards are produced at the earliest this long after submission. Until then the order can be cancelled. */
export const HOURS_TO_CANCEL = 24

export const DELIVERY_NOTE = say.deliveryNote

export const orderKinds: Readonly<Record<OrderType, OrderKind>> = {
  physical: {
    type: 'physical',
    title: say.orderCard,
    path: '/card/order',
    permission: 'Card.write',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    isApproved: false,
    hasQuotation: true,
    ofVirtualCampaigns: false,
    noun: { one: say.card, many: say.cards },
    submitted: say.cardOrderSubmitted,
    single: { open: say.addSingleCard, title: say.addSingleCard, add: say.addCardOrder },
    words: {
      description: say.orderCardsFromFileOrOne,
      steps: [say.cardOrderCreation, say.cardOrderConfirmation],
      rowOf: say.cardEach,
      again: say.orderMoreCards,
    },
  },
  virtual: {
    type: 'virtual',
    title: say.orderVirtualCard,
    path: '/card/virtual-card-order',
    permission: 'Card.order',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    isApproved: true,
    hasQuotation: false,
    ofVirtualCampaigns: true,
    noun: { one: say.virtualCard, many: say.virtualCards },
    submitted: say.virtualCardOrderSubmitted,
    issueNote: say.virtualIssueNote,
    single: { open: say.addVirtualCard, title: say.addSingleVirtualCard, add: say.addVirtualCardOrder },
    words: {
      description: say.orderVirtualCards,
      steps: [say.virtualCardOrderCreation, say.virtualConfirmation],
      rowOf: say.virtualCardEach,
      again: say.orderMoreVirtualCards,
    },
  },
}
