// Whether the window is too narrow for the full grid: on a phone each row shows its findings below its identifier, on a
// tablet a row has one more line for them.
import { useSyncExternalStore } from 'react'

/** Below the breakpoints `md` and `lg` of src/ui/theme.css. */
const phone = watch('(max-width: 47.99rem)')
const tablet = watch('(max-width: 56.24rem)')

export const useIsNarrow = (): boolean => useSyncExternalStore(phone.subscribe, phone.matches)

export const useIsMedium = (): boolean => useSyncExternalStore(tablet.subscribe, tablet.matches)

function watch(query: string) {
  return {
    matches: () => matchMedia(query).matches,
    subscribe: (onChange: () => void): (() => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
  }
}
