// The bar at the top: the page's title, search, the state of the line, notices, how it looks, who is signed in, the way out.
import { LogOut, Menu as MenuIcon, Search, Settings, UserRound } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { mayAsk } from '#contract/facts.ts'
import type { Session } from '#services/session.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { KeyHint } from '#ui/KeyHint.tsx'
import { Menu } from '#ui/Menu.tsx'
import { Tooltip } from '#ui/Tooltip.tsx'
import { ConnectionMark } from './ConnectionMark.tsx'
import { NoticeHistory } from './NoticeHistory.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

interface TopBarProps {
  readonly title: string
  readonly session: Session
  readonly onMenu: () => void
  readonly onSearch: () => void
}

export function TopBar({ title, session, onMenu, onSearch }: TopBarProps) {
  const navigate = useNavigate()
  const { username, firstname, lastname } = session.user
  const maySettings = mayAsk(session.permissions, 'securitySettings')
  const logOut = () => void navigate('/logout')
  return (
    <header className="no-print titlebar sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-raised/95 px-3 backdrop-blur-sm max-lg:titlebar-begins sm:px-4">
      <IconButton label="Open the menu" icon={<MenuIcon aria-hidden />} onClick={onMenu} className="lg:hidden" />
      <p className="min-w-0 flex-1 truncate text-lg font-semibold tracking-tight sm:pl-2">{title}</p>

      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K /"
        className="flex h-9 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-muted hover:border-line-strong hover:text-text md:w-56 lg:max-xl:w-40"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left max-md:sr-only">Search</span>
        <span className="max-md:hidden">
          <KeyHint keys="Ctrl+K" />
        </span>
      </button>

      <ConnectionMark />
      <NoticeHistory />
      <span className="max-sm:hidden">
        <ThemeSwitch />
      </span>
      <p className="max-w-56 truncate pl-2 text-sm text-muted max-[64rem]:hidden">
        Logged in as: <span className="font-medium text-text">{username}</span>
      </p>
      <Menu
        label="Account"
        trigger={
          <IconButton
            label={`Account of ${username}`}
            icon={<UserRound aria-hidden />}
            className="min-[64rem]:hidden"
          />
        }
        header={
          <>
            Logged in as: <span className="font-medium text-text">{username}</span>
            <span className="block">
              {firstname} {lastname}
            </span>
          </>
        }
        items={[
          ...(maySettings
            ? [
                {
                  label: 'My Settings',
                  icon: <Settings aria-hidden />,
                  onSelect: () => void navigate('/user/detail'),
                },
              ]
            : []),
          { label: 'Log out', icon: <LogOut aria-hidden />, onSelect: logOut },
        ]}
      />
      {maySettings && (
        <Tooltip text="My Settings" described>
          <Link
            to="/user/detail"
            aria-label="My Settings"
            className="grid size-9 shrink-0 place-items-center rounded-md text-text hover:bg-sunken max-[64rem]:hidden"
          >
            <Settings aria-hidden className="size-4" />
          </Link>
        </Tooltip>
      )}
      <Button kind="quiet" icon={<LogOut aria-hidden />} onClick={logOut} className="max-[64rem]:hidden">
        Log out
      </Button>
    </header>
  )
}
