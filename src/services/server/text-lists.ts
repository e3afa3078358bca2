// Parses responses that contain their list as JSON in a text. If the text is not a list, the response is a failure with
// a message. It is never shown as an empty list.
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
    const isObject = (item: unknown) => typeof item === 'object' && item !== null
    const isListOfObjects = Array.isArray(list) && list.every(isObject)
    return isListOfObjects ? list : undefined
  } catch {
    return undefined
  }
}

/** The items in a response whose text was checked when it arrived. `_method` only tells TypeScript their type. */
export const listOf = <M extends keyof TextLists>(_method: M, { resultText }: Result<M>): readonly TextLists[M][] =>
  (textToList(resultText) ?? []) as readonly TextLists[M][]
