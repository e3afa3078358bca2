// What a group allows, in words.
import type { UserGroup } from '#contract/users.ts'
import { permissionsToWords } from '#domain/access/permission-words.ts'
import { sentence } from '#domain/sentences.ts'
import * as say from '#words/pages/users/form.ts'

export function GroupPermissions({ group }: { readonly group: Pick<UserGroup, 'PERMISSIONS'> }) {
  const words = permissionsToWords(group.PERMISSIONS)
  if (words.length === 0) return <p className="text-muted">{say.groupAllowsNothing}</p>
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {words.map((each) => (
        <li key={each}>{sentence(each)}</li>
      ))}
    </ul>
  )
}
