// True if the window is too narrow for the full grid; each row then shows its findings below its identifier.
import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 56.24rem)'

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)

const isNarrow = () => matchMedia(NARROW).matches

function subscribe(changed: () => void): () => void {
  const media = matchMedia(NARROW)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
