// The kinds of card order as a table: cards that a producer makes and sends, and virtual ones that exist once somebody else has
// approved them (batches §2 "Order Card", "Order Virtual Card").
import type { Permission } from '#domain/access/permissions.ts'
import * as say from '#words/domain/order.ts'
import type { SheetEnding } from '../batch/kinds.ts'

export type OrderType = 'physical' | 'virtual'

export interface OrderKind {
  readonly type: OrderType
  /** The screen's and the menu's name (batches §2). */
  readonly title: string
  /** The address of its wizard (batches §2). */
  readonly path: string
  readonly permission: Permission
  /** Rows of one order at most, as of a batch load. */
  readonly maxRows: number
  readonly accepts: readonly SheetEnding[]
  /** True where another person approves it before a card exists. */
  readonly isApproved: boolean
  /** True where it has a quotation number, a plastic and a design (batches §3 "Order header"). */
  readonly hasQuotation: boolean
  /** Of campaigns whose cards are virtual, or of the others. */
  readonly ofVirtualCampaigns: boolean
  /** What one row is, for sentences: "12 virtual cards". */
  readonly noun: { readonly one: string; readonly many: string }
  /** Shown once the server has it. */
  readonly submitted: string
  /** Beside the note about 24 hours, if more is true of these cards. */
  readonly issueNote?: string
  /** The button that opens the form of one row, that form's title, and its button that adds (batches §2). */
  readonly single: { readonly open: string; readonly title: string; readonly add: string }
  readonly words: {
    readonly description: string
    /** Its two steps (batches §2). */
    readonly steps: readonly string[]
    readonly rowOf: string
    /** Begins the next one. */
    readonly again: string
  }
}

/** The cards are made and sent this long after the submission at the earliest, and can be cancelled until then (batches §9). */
export const HOURS_TO_CANCEL = 24

/** batches §2 "A note says …". */
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
