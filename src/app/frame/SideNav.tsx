// The left menu. It shows the groups and pages that the user can open, and can be collapsed to icons. On small screens,
// the drawer shows the same list.
import { m } from '#words/messages.js'
import { Keyboard, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Tooltip } from '#ui/overlays/Tooltip.tsx'
import { BrandMark } from '#ui/BrandMark.tsx'
import { menuOf, type MenuRoute } from './menu.ts'
import { menuIcons } from './menu-icons.ts'
import { menuGroups } from '../routes/route.ts'
import { usePreference } from '#services/device/preference.ts'

export interface MenuCounts {
  /** Number of items that wait for this user, by route path. */
  readonly [path: string]: number | undefined
}

interface NavProps {
  readonly permissions: PermissionMap
  readonly counts: MenuCounts
}

interface SideNavProps extends NavProps {
  readonly onShowShortcuts: () => void
}

export function SideNav({ onShowShortcuts, ...props }: SideNavProps) {
  const [width, setWidth] = usePreference('menu', ['open', 'icons'])
  const collapsed = width === 'icons'
  return (
    // The whole sidebar is the landmark, including the brand and the buttons below the menu (WCAG 1.3.1).
    <nav
      aria-label={m.app_mainNavigation()}
      className={cx(
        'no-print titlebar-above sticky top-0 hidden h-dvh shrink-0 flex-col border-e border-line bg-raised lg:flex',
        collapsed ? 'w-15' : 'w-60',
      )}
    >
      <div className={cx('flex h-14 items-center', collapsed ? 'justify-center' : 'px-4')}>
        <BrandMark nameHidden={collapsed} />
      </div>
      <MenuList {...props} collapsed={collapsed} />
      <div className={cx('flex gap-1 p-2', collapsed && 'flex-col items-center')}>
        <IconButton
          label={collapsed ? m.app_expandMenu() : m.app_collapseMenu()}
          side="right"
          aria-expanded={!collapsed}
          icon={collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          onClick={() => setWidth(collapsed ? 'open' : 'icons')}
        />
        <IconButton
          label={m.app_keyboardShortcuts()}
          side="right"
          aria-keyshortcuts="?"
          icon={<Keyboard aria-hidden />}
          onClick={onShowShortcuts}
        />
      </div>
    </nav>
  )
}

interface MenuListProps extends NavProps {
  readonly collapsed?: boolean
  /** Called when the user chooses a page, so that the drawer closes. */
  readonly onChoose?: () => void
}

export function MenuList({ permissions, counts, collapsed = false, onChoose }: MenuListProps) {
  const { pathname } = useLocation()
  const listElement = useRef<HTMLDivElement>(null)
  // The menu can be higher than the screen, so the entry of the current page is scrolled into view. When the first counts
  // appear, long names wrap and move this entry, so it is scrolled into view again.
  const hasCounts = Object.values(counts).some(Boolean)
  useEffect(() => {
    const currentLink = listElement.current?.querySelector('[aria-current=page]')
    // `scrollIntoView` does not exist in the tests.
    currentLink?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname, hasCounts])
  return (
    <div ref={listElement} className="scroll-edges flex-1 scroll-py-4 overflow-x-hidden overflow-y-auto p-2">
      {menuOf(permissions).map(({ group, items }) => (
        <div key={group} className="mb-4 [@media(max-height:50rem)_and_(pointer:fine)]:mb-2.5">
          {menuGroups[group] !== '' && (
            <p className={cx('mb-1 px-2.5 text-xs font-medium text-muted', collapsed && 'sr-only')}>
              {menuGroups[group]}
            </p>
          )}
          <ul className="grid gap-0.5">
            {items.map((route) => (
              <li key={route.path} className="min-w-0">
                <MenuLink route={route} count={counts[route.path]} collapsed={collapsed} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

interface MenuLinkProps {
  readonly route: MenuRoute
  readonly count: number | undefined
  readonly collapsed: boolean
  readonly onChoose: (() => void) | undefined
}

function MenuLink({ route, count, collapsed, onChoose }: MenuLinkProps) {
  const { icon, label, hasSubpages = false } = route.menu
  const Icon = menuIcons[icon]
  const link = (
    <NavLink
      to={route.path}
      end={!hasSubpages}
      onClick={onChoose}
      className={({ isActive }) =>
        cx(
          'relative flex items-center gap-2.5 rounded-md text-base transition-colors focus-visible:-outline-offset-2',
          // A long name wraps to a second line, so that the count beside the name stays visible. The bold name of the
          // current page has its letters closer together, so that the name needs no further line.
          collapsed
            ? 'h-control justify-center'
            : 'min-h-control px-2.5 py-1.5 [@media(max-height:50rem)_and_(pointer:fine)]:min-h-8 [@media(max-height:50rem)_and_(pointer:fine)]:py-1',
          isActive ? 'bg-accent-tint font-medium tracking-[-0.012em] text-accent' : 'text-text hover:bg-sunken',
        )
      }
    >
      <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 leading-snug'}>{label}</span>
      {Boolean(count) && (
        <span
          className={cx(
            'figures rounded-full bg-accent text-center text-xs font-medium text-on-accent',
            collapsed ? 'absolute top-1 inset-e-1.5 size-2 overflow-hidden text-transparent' : 'min-w-5 px-1.5 py-px',
          )}
        >
          {count}
          <span className="sr-only"> {m.app_waiting()}</span>
        </span>
      )}
    </NavLink>
  )
  if (!collapsed) return link
  return (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  )
}
