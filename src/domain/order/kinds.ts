// The kinds of card order as a table: cards that a producer makes and sends, and virtual ones that exist once somebody else has
// approved them (batches §2 "Order Card", "Order Virtual Card").
import type { Permission } from '#domain/access/permissions.ts'
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
  /** Said once the host has it. */
  readonly submitted: string
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
export const DELIVERY_NOTE =
  'Delivery is finalised 24 hours after the order is submitted. The order cannot be cancelled after that.'

export const orderKinds: Readonly<Record<OrderType, OrderKind>> = {
  physical: {
    type: 'physical',
    title: 'Order Card',
    path: '/card/order',
    permission: 'Card.write',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    isApproved: false,
    hasQuotation: true,
    ofVirtualCampaigns: false,
    noun: { one: 'card', many: 'cards' },
    submitted: 'Card order submitted',
    single: { open: 'Add a single card', title: 'Add a single card', add: 'Add Card Order' },
    words: {
      description: 'Order cards from a file or one by one. They are made and sent once the order is final.',
      steps: ['Card Order Creation', 'Card Order Confirmation'],
      rowOf: 'a card each',
      again: 'Order more cards',
    },
  },
  virtual: {
    type: 'virtual',
    title: 'Order Virtual Card',
    path: '/card/virtual-card-order',
    permission: 'Card.order',
    maxRows: 5000,
    accepts: ['csv', 'xlsx', 'xls'],
    isApproved: true,
    hasQuotation: false,
    ofVirtualCampaigns: true,
    noun: { one: 'virtual card', many: 'virtual cards' },
    submitted: 'Virtual card order submitted and awaiting approval',
    single: { open: 'Add Virtual Card', title: 'Add a single Virtual Card', add: 'Add Virtual Card Order' },
    words: {
      description: 'Order virtual cards from a file or one by one. Another person approves the order.',
      steps: ['Virtual Card Order Creation', 'Virtual Card Order Confirmation'],
      rowOf: 'a virtual card each',
      again: 'Order more virtual cards',
    },
  },
}
