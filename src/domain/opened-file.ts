// What a file opened with the portal probably contains: it is read as each possible row type, and its name decides if
// the rows fit several.
import type { RowKindName } from './row-kinds.ts'

/** A file read as rows of one type. */
export interface Trial {
  readonly kind: RowKindName
  /** Number of rows, and of those without an error. */
  readonly rows: number
  readonly valid: number
  /** True if rows of this type can be recognised by their content, as cards by their numbers, or by their headings. */
  readonly isLikely: boolean
  /** True if its columns have to be chosen first. */
  readonly needsColumns: boolean
  /** Why no rows of this type can be read from it. */
  readonly refusal?: string
}

/** The most likely type, or undefined if hardly any row fits one. The first of equals. */
export function guessKind(trials: readonly Trial[], fileName: string): RowKindName | undefined {
  const name = fileName.toLowerCase()
  const worth = ({ kind, rows, valid, isLikely, refusal }: Trial) =>
    refusal !== undefined || rows === 0 || !isLikely ? 0 : valid / rows + (name.includes(kind) ? NAMED : 0)
  const [best] = trials.toSorted((one, other) => worth(other) - worth(one))
  return best && worth(best) > ENOUGH ? best.kind : undefined
}

/** The name decides between types that nearly the same rows fit, never against the rows. */
const NAMED = 0.05
const ENOUGH = 0.5
