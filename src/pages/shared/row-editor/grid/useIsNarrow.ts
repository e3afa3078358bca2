// True if the window is too narrow for the full grid; each row then shows its findings below its identifier.
import { useSyncExternalStore } from 'react'

/** Below the breakpoint `lg` of src/ui/theme.css. */
const NARROW = '(max-width: 56.24rem)'

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)

const isNarrow = () => matchMedia(NARROW).matches

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(NARROW)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
