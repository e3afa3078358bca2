// Guesses the row type of a file that the user opens with the portal. The file is read as each possible type. If its
// rows fit several types, the file's name decides.
import type { RowTypeName } from '../row-types.ts'

/** The result of reading a file as rows of one type. */
export interface Trial {
  readonly kind: RowTypeName
  /** Number of rows, and of rows without an error. */
  readonly rows: number
  readonly valid: number
  /**
   * True if rows of this type can be recognised by their content (such as cards by their numbers) or by their headings.
   */
  readonly isRecognised: boolean
  /** True if the user must assign the file's columns first. */
  readonly needsColumns: boolean
  /** The reason why no rows of this type can be read from the file. */
  readonly refusal?: string
}

/**
 * The most likely type; the first of equally likely types. Undefined if no type fits more than about half of the rows.
 */
export function guessRowType(trials: readonly Trial[], fileName: string): RowTypeName | undefined {
  const name = fileName.toLowerCase()
  const toScore = ({ kind, rows, valid, isRecognised, refusal }: Trial) => {
    const isReadable = refusal === undefined && rows > 0
    if (!isReadable || !isRecognised) return 0
    const bonus = name.includes(kind) ? NAME_BONUS : 0
    return valid / rows + bonus
  }
  const [best] = trials.toSorted((left, right) => toScore(right) - toScore(left))
  if (!best || toScore(best) <= MIN_SCORE) return undefined
  return best.kind
}

/** Added to the score if the file's name contains the type. It decides between types with about as many valid rows. */
const NAME_BONUS = 0.05
const MIN_SCORE = 0.5
