// The row height of long tables: a setting of this device, like the theme.
import { usePreference } from './preference.ts'

export const densities = ['normal', 'compact'] as const
export type Density = (typeof densities)[number]

/** The current setting, and a function to change it. */
export const useDensity = () => usePreference<Density>('density', densities)
