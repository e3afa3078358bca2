// The permissions of all groups in one table. It has a row for each permission, ordered by area, and a column for each
// group.
import { m } from '#words/messages.js'
import { Check } from 'lucide-react'
import type { UserGroup } from '#contract/users.ts'
import { permissionAreas, permissionDescriptions } from '#domain/access/permission-words.ts'
import { segregationOfDutiesWarning } from '#domain/users/changes.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import { Banner } from '#ui/Banner.tsx'
import { Panel } from '#ui/Panel.tsx'

interface GroupMatrixProps {
  readonly groups: readonly UserGroup[]
}

export function GroupMatrix({ groups }: GroupMatrixProps) {
  return (
    <>
      {groups.map(({ GROUPID, GROUPDESCRIPTION, PERMISSIONS }) => {
        const warning = segregationOfDutiesWarning(PERMISSIONS)
        if (warning === undefined) return null
        return (
          <Banner
            key={GROUPID}
            kind="warning"
            title={m.users_groupWithSentence({
              group: GROUPDESCRIPTION,
              sentence: m.common_fullStop({ text: warning }),
            })}
          />
        )
      })}
      <Panel flush title={m.common_permissions()} titleHidden>
        <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={m.users_permissionsOfGroups()}>
          <table className="w-full">
            <caption className="sr-only">{m.users_permissionsOfGroups()}</caption>
            <thead>
              <tr className="border-b border-line text-sm text-muted">
                <th scope="col" className={`${firstColumnClasses} py-2 font-medium`}>
                  {m.users_permission()}
                </th>
                {groups.map(({ GROUPID, GROUPDESCRIPTION }) => (
                  <th key={GROUPID} scope="col" className="min-w-24 px-3 py-2 font-medium text-text">
                    {GROUPDESCRIPTION}
                  </th>
                ))}
              </tr>
            </thead>
            {permissionAreas.map(({ label, permissions }) => (
              <tbody key={label}>
                <tr className="border-b border-line bg-sunken text-sm">
                  <th scope="rowgroup" colSpan={groups.length + 1} className="px-4 py-1 text-start font-medium">
                    {label}
                  </th>
                </tr>
                {permissions.map((permission) => (
                  <tr key={permission} className="border-b border-line">
                    <th scope="row" className={`${firstColumnClasses} py-1.5 font-normal`}>
                      {capitalise(permissionDescriptions[permission])}
                    </th>
                    {groups.map(({ GROUPID, PERMISSIONS }) => (
                      <td key={GROUPID} className="px-3 py-1.5 text-center">
                        {PERMISSIONS.includes(permission) ? (
                          <>
                            <Check aria-hidden className="mx-auto size-4.5 text-accent" strokeWidth={2.25} />
                            <span className="sr-only">{m.common_yes()}</span>
                          </>
                        ) : (
                          <span className="sr-only">{m.common_no()}</span>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </div>
      </Panel>
      <ul className="grid gap-1 text-sm text-muted">
        {groups.map((group) => (
          <GroupNotes key={group.GROUPID} group={group} />
        ))}
      </ul>
    </>
  )
}

const firstColumnClasses = 'sticky inset-s-0 min-w-40 max-w-md bg-raised px-4 text-start'

/** Details of a group that the table does not show. */
function GroupNotes({ group }: { readonly group: UserGroup }) {
  const { GROUPDESCRIPTION, PERMISSIONS, GRANTABLE } = group
  return (
    <>
      {PERMISSIONS.length === 0 && (
        <li>{m.users_groupWithSentence({ group: GROUPDESCRIPTION, sentence: m.users_groupAllowsNothing() })}</li>
      )}
      {!GRANTABLE && (
        <li>{m.users_groupWithSentence({ group: GROUPDESCRIPTION, sentence: m.users_formGroupBeyondViewer() })}</li>
      )}
    </>
  )
}
