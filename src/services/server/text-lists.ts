// Parses responses that contain their list as JSON in a text. A text that is not a list is a failure with a message,
// never an empty list.
import { m } from '#words/messages.js'
import type { Method } from '#contract/methods.ts'
import type { Result } from '#contract/operations.ts'
import type { VirtualCardOrderDetail, VirtualCardOrdersBatchLoad } from '#contract/orders.ts'

/** The type of the list items, by operation. */
interface TextLists {
  fetchVirtualCardOrdersBatchLoads: VirtualCardOrdersBatchLoad
  fetchVirtualCardOrdersBatchLoadDetails: VirtualCardOrderDetail
}

const textListMethods: { readonly [M in keyof TextLists]: true } = {
  fetchVirtualCardOrdersBatchLoads: true,
  fetchVirtualCardOrdersBatchLoadDetails: true,
}

export const LIST_UNREADABLE = m.device_listUnreadable()

export const returnsTextList = (method: Method): boolean => Object.hasOwn(textListMethods, method)

/** The items in a text with a JSON list. Undefined if the text is not a list of objects. */
export function textToList(text: unknown): readonly unknown[] | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null) ? list : undefined
  } catch {
    return undefined
  }
}

/** The items in a response whose text was already checked when it arrived. */
export const listOf = <M extends keyof TextLists>(_method: M, { resultText }: Result<M>): readonly TextLists[M][] =>
  (textToList(resultText) ?? []) as readonly TextLists[M][]
