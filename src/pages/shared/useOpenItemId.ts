// The id of the item whose details are open. The address stores it, so that a link, a reload and Back open the same
// item.
import { useCallback } from 'react'
import { useAddressParams } from '#services/address-params.ts'

/**
 * `name`: the parameter of the address that has the id. `itemParams`: other parameters that belong to the open item.
 * They are removed when another item is opened.
 */
export function useOpenItemId(name: string, itemParams: readonly string[] = NO_PARAMS): OpenItem {
  const [params, changeParams] = useAddressParams()
  const setId = useCallback(
    (id: string | undefined, view: Readonly<Record<string, string>> = NO_VIEW) =>
      changeParams((current) => {
        for (const param of [name, ...itemParams]) current.delete(param)
        if (id !== undefined) current.set(name, id)
        for (const [param, value] of Object.entries(view)) current.set(param, value)
        return current
      }),
    [changeParams, name, itemParams],
  )
  return [params.get(name) ?? undefined, setId]
}

/**
 * The id of the open item, and a function that opens another item. With undefined, the function closes the item.
 * `view`: parameters of the address to set, with their values.
 */
export type OpenItem = readonly [
  id: string | undefined,
  setId: (id: string | undefined, view?: Readonly<Record<string, string>>) => void,
]

const NO_PARAMS: readonly string[] = []
const NO_VIEW: Readonly<Record<string, string>> = {}
