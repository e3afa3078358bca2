// The columns of the access review, on screen and in files. Permissions are codes, which are the same in every
// language.
import { m } from '#words/messages.js'
import type { ReviewedUser } from '#contract/users.ts'
import type { Column } from '#domain/columns.ts'
import { shownLogin } from '#domain/users/rules.ts'
import { commas } from '#words/lists.ts'

export interface ReviewRow extends Pick<ReviewedUser, 'userID' | 'userName' | 'name' | 'email' | 'lastAct' | 'kind'> {
  readonly group: string
  readonly permissionCodes: readonly string[]
  /** The codes as one text, for files. */
  readonly permissions: string
  /** The names of the campaigns, or 'All campaigns'. */
  readonly campaigns: string
  /** The names of the machine users whose key this user has made. */
  readonly keys: string
  readonly lastLogin: string | null
  readonly secondFactors: string
  /** '' if the user has no last day. */
  readonly lastDay: string
  readonly state: ReviewedUser['state']
  /** `state` as text. */
  readonly status: string
  /** The day on which the user will be locked, because the account is not used. Empty if no lock is due. */
  readonly lockDay: string
}

const factorLabels: Readonly<Record<ReviewedUser['secondFactors'][number], () => string>> = {
  app: () => m.common_authenticatorApp(),
  email: () => m.audit_codesByEmail(),
  passkey: () => m.common_passkey(),
}

export const stateLabels: Readonly<Record<ReviewedUser['state'], () => string>> = {
  active: () => m.machines_stateActive(),
  notReady: () => m.users_stateNotReady(),
  locked: () => m.common_locked(),
  lockedUnused: () => m.users_stateLockedUnused(),
  ended: () => m.machines_stateEnded(),
}

export const reviewedToRow = (user: ReviewedUser): ReviewRow => ({
  userID: user.userID,
  kind: user.kind,
  userName: user.userName,
  name: user.name,
  email: user.email,
  group: user.kind === 'machine' ? m.users_machineUser() : user.group,
  permissionCodes: user.permissions,
  permissions: commas(user.permissions),
  campaigns: user.campaigns ? commas(user.campaigns) : m.common_allCampaigns(),
  keys: commas(user.keys),
  lastLogin: shownLogin(user.lastLogin),
  lastAct: user.lastAct,
  secondFactors: commas(user.secondFactors.map((factor) => factorLabels[factor]())),
  lastDay: user.lastDay ?? '',
  state: user.state,
  status: stateLabels[user.state](),
  lockDay: user.lockDay ?? '',
})

export const reviewColumns = (): readonly Column<ReviewRow>[] => [
  { key: 'userName', label: m.common_username(), format: 'shortText' },
  { key: 'name', label: m.common_name(), format: 'text', onlyOn: 'files' },
  { key: 'email', label: m.common_email(), format: 'shortText', onlyOn: 'files' },
  // On screen, the status comes early: on a narrow screen, the buttons cover the last columns. In files, it is near the
  // end (below).
  { key: 'status', label: m.common_status(), format: 'text', onlyOn: 'screen' },
  { key: 'group', label: m.common_group(), format: 'text' },
  { key: 'permissions', label: m.common_permissions(), format: 'shortText' },
  { key: 'campaigns', label: m.common_campaigns(), format: 'text', wideOnly: true },
  { key: 'keys', label: m.machines_title(), format: 'text', wideOnly: true },
  { key: 'lastLogin', label: m.users_lastLogin(), format: 'instant' },
  { key: 'lastAct', label: m.users_lastAct(), format: 'instant' },
  { key: 'secondFactors', label: m.common_secondFactor(), format: 'text' },
  { key: 'lastDay', label: m.common_lastDay(), format: 'date', onlyOn: 'files' },
  { key: 'status', label: m.common_status(), format: 'text', onlyOn: 'files' },
  { key: 'lockDay', label: m.users_lockDay(), format: 'date', onlyOn: 'files' },
]
