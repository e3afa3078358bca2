// The words of pages/orders/physical.

export const physicalOrders = 'Physical Orders'
export const whatPhysicalOrdersAre =
  'Orders of physical cards need no approval. You can check and cancel an order for 24 hours after it was placed; then its cards are loaded and made.'
export const cancelledWhenOnline = 'You can cancel orders when you are back online.'
export const noneCanBeCancelled = 'No physical order can be cancelled now'
export const whenOrdersAppear = 'An order appears here for 24 hours after it was placed.'
export const canBeCancelled = 'Can still be cancelled'
export const cancelOrderOrderId = (orderId: string): string => `Cancel order ${orderId}`
export const cancel = 'Cancel'
export const detailsOfOrder = (orderId: string): string => `Details of order ${orderId}`
export const details = 'Details'
export const order = 'Order'
export const campaign = 'Campaign'
export const loadAmount = 'Load amount'
export const fee = 'Fee'
export const orderedBy = 'Ordered by'
export const finalOn = 'Final on'
export const cards = 'Cards'
export const quotationNumber = 'Quotation number'
export const file = 'File'
export const currency = 'Currency'
export const ordered = 'Ordered'
export const reasonToOrderAgain = 'Reason to order the same cards again'
export const you = 'You'
export const physicalOrder = 'Physical order'
export const orderOrderIdValue = (orderId: string, value: string): string => `Order ${orderId}${value}`
export const rowsOfOrderAreNotKept = 'Order rows are not stored on this device because they contain customer data.'
export const checkTheseCards = 'Check these cards before they are made'
export const cancelOrder = 'Cancel order'
