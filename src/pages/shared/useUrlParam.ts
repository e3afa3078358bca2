// A choice within a page, stored in a parameter of the address so that it survives a reload. A change adds no history
// entry.
import { useCallback } from 'react'
import { useAddressParams } from '#services/address-params.ts'

/** `defaultValue` applies if the address has no value. A new choice also removes the `dependentParams`. */
export function useUrlParam(name: string, defaultValue: string, dependentParams: readonly string[]) {
  const [params, changeParams] = useAddressParams()
  const setValue = useCallback(
    (value: string) =>
      changeParams(
        (current) => {
          for (const param of dependentParams) current.delete(param)
          if (value === defaultValue) current.delete(name)
          else current.set(name, value)
          return current
        },
        { replace: true },
      ),
    [changeParams, name, defaultValue, dependentParams],
  )
  return [params.get(name) ?? defaultValue, setValue] as const
}
