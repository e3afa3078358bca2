// The cells of the found users, and their actions: Edit as a button, the others in a menu.
import { m } from '#words/messages.js'
import { Ellipsis, ListChecks, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { UserAction } from '#flows/users/changes.ts'
import { userTrailPath, itemTrailPath } from '#pages/shared/TrailLink.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useSession } from '#services/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Menu, type MenuItem } from '#ui/overlays/Menu.tsx'
import { userActions } from './actions.tsx'
import type { UserRow } from './rows.ts'

interface UserRowActionsProps {
  readonly user: UserRow
  readonly onAction: (action: UserAction, user: UserRow) => void
}

export function UserRowActions({ user, onAction }: UserRowActionsProps) {
  const navigate = useNavigate()
  const viewerId = useSession()?.user.userId ?? ''
  const { online } = useConnection()
  const { userID, userName } = user
  const rightsReason = user.mayMore ? m.users_userBeyondViewer() : undefined
  const offlineReason = online ? undefined : OFFLINE_REASON
  const items = Object.entries(userActions)
    .filter(([, { isOffered }]) => isOffered(user))
    .map(([action, { label, icon: Icon, danger = false, refusal }]): MenuItem => ({
      label,
      danger,
      icon: <Icon aria-hidden />,
      disabledReason: refusal(user, viewerId) ?? rightsReason ?? offlineReason,
      // The cast is needed because the keys of `Object.entries` are texts.
      onSelect: () => onAction(action as UserAction, user),
    }))
  return (
    <>
      <Button
        size="small"
        aria-label={m.users_editUser({ userName })}
        onClick={() => void navigate(`/user/edituser/${userID}`)}
      >
        {m.users_edit()}
      </Button>
      <Menu
        trigger={<IconButton label={m.users_moreForUser({ userName })} size="small" icon={<Ellipsis aria-hidden />} />}
        items={[
          ...items,
          {
            label: m.users_whatThisUserDid(),
            icon: <ListChecks aria-hidden />,
            separated: true,
            onSelect: () => void navigate(userTrailPath(userID)),
          },
          {
            label: m.users_whatWasDoneToThisUser(),
            icon: <ScrollText aria-hidden />,
            onSelect: () => void navigate(itemTrailPath('user', userID)),
          },
        ]}
      />
    </>
  )
}

/** A value that most users have. A phone leaves it out, so that more users are visible. */
const UsualValue = ({ children }: { readonly children: ReactNode }) => <span className="not-on-card">{children}</span>

export const userCells = {
  userID: ({ userID }: UserRow) => <UsualValue>{userID}</UsualValue>,
  // The line can break before the @, so that the table fits a small laptop.
  email: ({ email }: UserRow) => {
    const domainIndex = email.lastIndexOf('@')
    return (
      <span className="whitespace-normal">
        {email.slice(0, domainIndex)}
        <wbr />
        {email.slice(domainIndex)}
      </span>
    )
  },
  lastLogin: ({ lastLogin }: UserRow) =>
    lastLogin !== null && (
      <UsualValue>
        <Instant value={lastLogin} short wraps="inNarrowTable" />
      </UsualValue>
    ),
  isLocked: ({ isLocked }: UserRow) =>
    isLocked ? <Badge tone="critical">{m.common_locked()}</Badge> : <UsualValue>{m.common_no()}</UsualValue>,
  userGroups: ({ userGroups, isHeld }: UserRow) =>
    isHeld ? (
      <span className="inline-flex flex-wrap items-center gap-2">
        {userGroups} <Badge tone="warning">{m.users_heldBack()}</Badge>
      </span>
    ) : (
      userGroups
    ),
  isActivated: ({ isActivated }: UserRow) =>
    isActivated ? <UsualValue>{m.common_yes()}</UsualValue> : <Badge tone="warning">{m.common_notYet()}</Badge>,
}
