// The values that a change to a user or a group changes: each before and after.
import { m } from '#words/messages.js'
import type { HeldChange } from '#contract/users.ts'

export function ChangedValues({ changes }: Pick<HeldChange, 'changes'>) {
  return (
    <ul className="break-words">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {m.users_valueChanged({
            isNew: before === null ? 'yes' : 'no',
            field,
            hasAfter: after === undefined ? 'no' : 'yes',
            after: after ?? '',
            before: before ?? '',
          })}
        </li>
      ))}
    </ul>
  )
}
