// Which element shows which row. A row that scrolls into view takes over the element of one that left, so that a scroll
// changes texts rather than creating elements: on a slow machine that is twice as many frames a second. A row keeps its
// element, and with it the focus, for as long as it is in view.
type Key = string | number

export interface RowSlots {
  /** The slot of each of the rows, in their order; slots of rows that are no longer in the list are reused. */
  assign(keys: readonly Key[]): number[]
}

export function createRowSlots(): RowSlots {
  const slotOf = new Map<Key, number>()
  const free: number[] = []
  let made = 0
  return {
    assign(keys) {
      const inView = new Set(keys)
      for (const [key, slot] of slotOf) {
        if (inView.has(key)) continue
        slotOf.delete(key)
        free.push(slot)
      }
      return keys.map((key) => {
        const slot = slotOf.get(key) ?? free.pop() ?? made++
        slotOf.set(key, slot)
        return slot
      })
    },
  }
}
