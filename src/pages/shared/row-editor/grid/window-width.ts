// Whether the window is too narrow for the full grid. On a phone, each row shows its findings below its identifier. On
// a tablet, each row has one more line for its findings. The hooks compare the width of the window, not the device.
import { useSyncExternalStore } from 'react'

/** Below the breakpoint `md` of src/ui/theme.css. */
const phone = watch('(max-width: 47.99rem)')
/** Below the breakpoint `lg`. */
const phoneOrTablet = watch('(max-width: 56.24rem)')

export const useIsPhone = (): boolean => useSyncExternalStore(phone.subscribe, phone.matches)

export const useIsPhoneOrTablet = (): boolean => useSyncExternalStore(phoneOrTablet.subscribe, phoneOrTablet.matches)

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
