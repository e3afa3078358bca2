// The parameters of the page's address, and a function to change them.
import { useCallback, useMemo } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router-dom'

/** Returns the next parameters; can modify and return the given ones. */
export type ParamsChange = (current: URLSearchParams) => URLSearchParams

export function useAddressParams() {
  const { pathname, search } = useLocation()
  const href = useHref(pathname)
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const changeParams = useCallback(
    (change: ParamsChange, options?: { readonly replace: boolean }) => {
      // React Router draws a new address later than the browser has it, on a slow computer much later. React Router's
      // own `setSearchParams` starts from the drawn address, so the second of two quick changes would undo the first.
      if (location.pathname !== href) return // The user has already left the page.
      const current = new URLSearchParams(location.search)
      const before = current.toString()
      const after = change(current).toString()
      if (after !== before) void navigate(`?${after}`, options)
    },
    [href, navigate],
  )
  return [params, changeParams] as const
}
