// The top bar: the page's title, search, connection, notices, theme, user, log out.
import { m } from '#words/messages.js'
import { CircleHelp, LogOut, Menu as MenuIcon, Search, Settings, UserRound } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { canCall } from '#contract/methods.ts'
import type { Session } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { KeyHint } from '#ui/buttons/KeyHint.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'
import { Tooltip } from '#ui/overlays/Tooltip.tsx'
import { ConnectionIndicator } from './ConnectionIndicator.tsx'
import { NoticeHistory } from './NoticeHistory.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

interface TopBarProps {
  readonly title: string
  readonly session: Session
  readonly onMenu: () => void
  readonly onSearch: () => void
  readonly onHelp: () => void
}

export function TopBar({ title, session, onMenu, onSearch, onHelp }: TopBarProps) {
  const navigate = useNavigate()
  const { username, firstname, lastname } = session.user
  const canOpenSettings = canCall(session.permissions, 'securitySettings')
  const openSettings = () => void navigate('/user/detail')
  const logOut = () => void navigate('/logout')
  const settingsItem = { label: m.common_mySettings(), icon: <Settings aria-hidden />, onSelect: openSettings }
  return (
    <header className="no-print titlebar sticky top-0 z-30 flex h-14 items-center gap-2 border-b max-sm:gap-1 border-line bg-raised/95 px-3 backdrop-blur-sm max-lg:titlebar-begins sm:px-4">
      <IconButton label={m.app_openMenu()} icon={<MenuIcon aria-hidden />} onClick={onMenu} className="lg:hidden" />
      <p className="line-clamp-2 min-w-0 wrap-anywhere flex-1 text-lg font-semibold tracking-tight text-balance max-sm:text-base max-sm:leading-tight sm:ps-2">
        {title}
      </p>

      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K /"
        className="flex h-control min-w-control items-center gap-2 rounded-md border border-line bg-surface px-2.5 max-md:justify-center text-muted hover:border-line-strong hover:text-text md:w-56 lg:max-xl:w-40"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-start max-md:sr-only">{m.common_search()}</span>
        <span className="max-md:hidden">
          <KeyHint keys={m.app_ctrlK()} />
        </span>
      </button>

      <IconButton
        label={m.app_helpForThisPage()}
        icon={<CircleHelp aria-hidden />}
        aria-keyshortcuts="F1"
        onClick={onHelp}
        className="max-sm:hidden"
      />
      <ConnectionIndicator />
      <NoticeHistory />
      <span className="max-sm:hidden">
        <ThemeSwitch />
      </span>
      <p className="max-w-56 truncate ps-2 text-sm text-muted max-[64rem]:hidden">
        {m.app_loggedInAs()}
        <span className="font-medium text-text">{username}</span>
      </p>
      <Menu
        label={m.app_account()}
        trigger={
          <IconButton
            label={m.app_accountOf({ username })}
            icon={<UserRound aria-hidden />}
            className="min-[64rem]:hidden"
          />
        }
        header={
          <>
            {m.app_loggedInAs()}
            <span className="font-medium text-text">{username}</span>
            <span className="block">
              {firstname} {lastname}
            </span>
          </>
        }
        items={[
          { label: m.app_helpForThisPage(), icon: <CircleHelp aria-hidden />, onSelect: onHelp },
          ...(canOpenSettings ? [settingsItem] : []),
          { label: m.app_logOut(), icon: <LogOut aria-hidden />, onSelect: logOut },
        ]}
      />
      {canOpenSettings && (
        <Tooltip text={m.common_mySettings()} isDescribed>
          <Link
            to="/user/detail"
            aria-label={m.common_mySettings()}
            className="grid size-control shrink-0 place-items-center rounded-md text-text hover:bg-sunken max-[64rem]:hidden"
          >
            <Settings aria-hidden className="size-4" />
          </Link>
        </Tooltip>
      )}
      <Button kind="quiet" icon={<LogOut aria-hidden />} onClick={logOut} className="max-[64rem]:hidden">
        {m.app_logOut()}
      </Button>
    </header>
  )
}
