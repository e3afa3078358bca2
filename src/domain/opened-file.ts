// What a file probably holds that was opened with the portal and not on a page for one kind of rows: read as each kind that is
// possible, and by its name where the rows fit several.
import type { RowKindName } from './row-kinds.ts'

/** A file read as rows of one kind. */
export interface Trial {
  readonly kind: RowKindName
  /** Rows, and those of them without an error. */
  readonly rows: number
  readonly sound: number
  /** True where rows of this kind are known by what they hold, as cards by their numbers, or by their headings. */
  readonly isTelling: boolean
  /** True where its columns have to be chosen before its rows are known. */
  readonly needsColumns: boolean
  /** Why no rows of this kind can be read from it. */
  readonly refusal?: string
}

/** The kind whose rows it probably holds, or undefined where hardly any row fits one. Of equals the first. */
export function guessKind(trials: readonly Trial[], fileName: string): RowKindName | undefined {
  const name = fileName.toLowerCase()
  const worth = ({ kind, rows, sound, isTelling, refusal }: Trial) =>
    refusal !== undefined || rows === 0 || !isTelling ? 0 : sound / rows + (name.includes(kind) ? NAMED : 0)
  const [best] = trials.toSorted((one, other) => worth(other) - worth(one))
  return best && worth(best) > ENOUGH ? best.kind : undefined
}

/** A name decides between kinds that nearly the same rows fit, and never against the rows. */
const NAMED = 0.05
const ENOUGH = 0.5
