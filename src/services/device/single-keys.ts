// Single-key shortcuts (WCAG 2.1.4): whether they are on, and when a key is one.
import { usePreference } from './preference.ts'

/** Whether single-key shortcuts are on. */
export const useSingleKeys = () => usePreference('single-keys', ['on', 'off'])

/** A key on its own, pressed while nothing is typed. */
export const isSingleKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key.length === 1 &&
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=grid]'))
