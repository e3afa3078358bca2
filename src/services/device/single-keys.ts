// Single-key shortcuts (WCAG 2.1.4): the setting to turn them off, and the test for such a key.
import { usePreference } from './preference.ts'

/** The setting, and a function to change it. */
export const useSingleKeys = () => usePreference('single-keys', ['on', 'off'])

/** True for a key without modifiers that is pressed outside of fields for text. A checkbox is not a field for text. */
export function isSingleKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const hasModifier = ctrlKey || metaKey || altKey
  if (hasModifier || key.length !== 1) return false
  const isInField = target instanceof HTMLElement && target.closest(ELEMENTS_WITH_KEYS) !== null
  return !isInField
}

/** Elements that use keys themselves: fields for text, and tables whose cells are edited. */
const ELEMENTS_WITH_KEYS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=grid]'
