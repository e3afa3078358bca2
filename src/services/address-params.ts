// The parameters of the page's address, and a function to change them.
import { useCallback, useMemo } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router-dom'

/** Returns the new parameters. May modify and return `current`. */
export type ParamsChange = (current: URLSearchParams) => URLSearchParams

export function useAddressParams() {
  const { pathname, search } = useLocation()
  const href = useHref(pathname)
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const changeParams = useCallback(
    (change: ParamsChange, options?: { readonly replace: boolean }) => {
      const hasLeftPage = location.pathname !== href
      if (hasLeftPage) return
      // Starts from the browser's address. React Router's own `setSearchParams` starts from the address that was drawn
      // last. On a slow computer, the second of two quick changes would then undo the first.
      const current = new URLSearchParams(location.search)
      const currentText = current.toString()
      const newText = change(current).toString()
      if (newText !== currentText) void navigate(`?${newText}`, options)
    },
    [href, navigate],
  )
  return [params, changeParams] as const
}
