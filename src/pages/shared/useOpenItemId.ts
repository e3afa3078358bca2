// The id of the item whose details are open. The address stores it, so that a link, a reload and Back open the same
// item.
import { useCallback } from 'react'
import { useAddressParams } from '#services/address-params.ts'

/** `itemParams` are other parameters of the open item. They are removed when another item is opened. */
export function useOpenItemId(name: string, itemParams: readonly string[] = NO_PARAMS) {
  const [params, changeParams] = useAddressParams()
  const setId = useCallback(
    (id: string | undefined) =>
      changeParams((current) => {
        for (const param of [name, ...itemParams]) current.delete(param)
        if (id !== undefined) current.set(name, id)
        return current
      }),
    [changeParams, name, itemParams],
  )
  return [params.get(name) ?? undefined, setId] as const
}

const NO_PARAMS: readonly string[] = []
