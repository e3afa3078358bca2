// Warns that some holders of an order's virtual cards get no message.
import { m } from '#words/messages.js'
import type { OrderType } from '#domain/order/types.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { Banner } from '#ui/Banner.tsx'
import type { OrderRow } from './order-rows.ts'

interface MessageNoteProps {
  readonly type: OrderType
  readonly rows: readonly OrderRow[]
}

/** NOTE says why a row's message was not or will not be sent. Renders nothing if each message was or can be sent. */
export function MessageNote({ type, rows }: MessageNoteProps) {
  const count = (state: OrderRow['state']) => rows.filter((row) => row.state === state && row.NOTE !== '').length
  const waitingCount = count('waiting')
  const issuedCount = count('issued')
  return (
    <>
      {waitingCount > 0 && (
        <Banner kind="warning" title={m.orders_noMessageForCards({ cards: cardCountToText(waitingCount, type) })}>
          {m.orders_issuedWithoutMessage()}
        </Banner>
      )}
      {issuedCount > 0 && (
        <Banner kind="warning" title={m.orders_messagesNotDelivered({ cards: cardCountToText(issuedCount, type) })}>
          {m.orders_tellHolderYourself()}
        </Banner>
      )}
    </>
  )
}
