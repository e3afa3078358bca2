// What a group allows, in words.
import type { UserGroup } from '#contract/users.ts'
import { permissionsToWords } from '#domain/access/permission-words.ts'
import { sentence } from '#domain/sentences.ts'

export function GroupPermissions({ group }: { readonly group: Pick<UserGroup, 'PERMISSIONS'> }) {
  const words = permissionsToWords(group.PERMISSIONS)
  if (words.length === 0) return <p className="text-muted">This group allows nothing but signing in.</p>
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {words.map((each) => (
        <li key={each}>{sentence(each)}</li>
      ))}
    </ul>
  )
}
