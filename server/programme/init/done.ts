// What setting up a programme has done: sentences for whoever runs the command, and values for the audit trail.
import { type Change, factsToChanges } from '#server/audit/audit-fields.ts'

/** What was done; nothing if the programme was so already. */
export interface Done {
  /** A sentence each, for whoever runs the command. */
  readonly lines: string[]
  /** The same for the audit trail. */
  readonly changes: Change[]
}

/** Adds a sentence. The trail has it too, unless it has the values: `changes`. */
export function note(done: Done, line: string, changes: readonly Change[] = []): void {
  done.lines.push(line)
  done.changes.push(...(changes.length > 0 ? changes : factsToChanges({ done: [line] })))
}
