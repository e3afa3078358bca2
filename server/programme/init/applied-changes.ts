// The changes made by setting up a programme: sentences for the user of the command, and values for the audit trail.
import { type Change, valuesToChanges } from '#server/audit/audit-fields.ts'

/** Both lists are empty if the programme already matched the file. */
export interface AppliedChanges {
  /** One sentence each, for the user of the command. */
  readonly lines: string[]
  /** The changed values for the audit trail. */
  readonly changes: Change[]
}

/**
 * Adds a sentence for the user of the command, and `changes` for the audit trail. Without `changes`, the audit trail
 * gets the sentence.
 */
export function addChange(applied: AppliedChanges, line: string, changes: readonly Change[] = []): void {
  applied.lines.push(line)
  const auditedChanges = changes.length > 0 ? changes : valuesToChanges({ done: [line] })
  applied.changes.push(...auditedChanges)
}
