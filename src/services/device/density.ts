// How close the rows of long tables stand: a choice of this machine, as light and dark are.
import { usePreference } from './preference.ts'

export const densities = ['normal', 'compact'] as const
export type Density = (typeof densities)[number]

/** The choice as it stands, and the way to make another. */
export const useDensity = () => usePreference<Density>('density', [...densities])
