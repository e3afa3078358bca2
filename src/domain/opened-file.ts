// Guesses the content of a file opened with the portal. The file is read as each possible row type, and its name
// decides if the rows fit several types.
import type { RowKindName } from './row-kinds.ts'

/** The result of reading a file as rows of one type. */
export interface Trial {
  readonly kind: RowKindName
  /** Number of rows, and of rows without an error. */
  readonly rows: number
  readonly valid: number
  /**
   * True if rows of this type can be recognised by their content (such as cards by their numbers) or by their headings.
   */
  readonly isLikely: boolean
  /** True if the user must assign its columns first. */
  readonly needsColumns: boolean
  /** The reason why no rows of this type can be read from it. */
  readonly refusal?: string
}

/** The most likely type; the first of equally likely types. Undefined if hardly any row fits one. */
export function guessKind(trials: readonly Trial[], fileName: string): RowKindName | undefined {
  const name = fileName.toLowerCase()
  const worth = ({ kind, rows, valid, isLikely, refusal }: Trial) =>
    refusal !== undefined || rows === 0 || !isLikely ? 0 : valid / rows + (name.includes(kind) ? NAMED : 0)
  const [best] = trials.toSorted((one, other) => worth(other) - worth(one))
  return best && worth(best) > ENOUGH ? best.kind : undefined
}

/** The name decides only between types whose shares of fitting rows differ by at most this. */
const NAMED = 0.05
const ENOUGH = 0.5
