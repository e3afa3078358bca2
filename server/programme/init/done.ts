// What setting up a programme has changed: sentences for the user of the command, and values for the audit trail.
import { type Change, factsToChanges } from '#server/audit/audit-fields.ts'

/** The changes; empty if the programme matched already. */
export interface Done {
  /** One sentence each, for the user of the command. */
  readonly lines: string[]
  /** The same for the audit trail. */
  readonly changes: Change[]
}

/** Adds a sentence. It also goes to the audit trail, unless `changes` has the values. */
export function note(done: Done, line: string, changes: readonly Change[] = []): void {
  done.lines.push(line)
  done.changes.push(...(changes.length > 0 ? changes : factsToChanges({ done: [line] })))
}
