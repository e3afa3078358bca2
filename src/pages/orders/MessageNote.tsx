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

/** Renders nothing if every holder gets a message. */
export function MessageNote({ type, rows }: MessageNoteProps) {
  // NOTE says why the message of a row was not sent, or will not be sent.
  const rowsWithoutMessage = rows.filter(({ NOTE }) => NOTE !== '')
  const waitingCount = rowsWithoutMessage.filter(({ state }) => state === 'waiting').length
  const issuedCount = rowsWithoutMessage.filter(({ state }) => state === 'issued').length
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
