// Every route of the portal as a row: path, title, who may see it, where it stands in the menu, and its page, which is
// loaded when it is needed. A new screen is a file in pages and a row here (access §2, batches §2).
import { House, Layers, type LucideIcon, ListChecks } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Permission } from '#domain/access/permissions.ts'
import LogoutPage from '#pages/access/LogoutPage.tsx'

export interface Route {
  readonly path: string
  readonly title: string
  /** Who may see it: `open` for everybody who is not signed in, else a session, and the permission where one is named. */
  readonly open?: boolean
  readonly permission?: Permission
  readonly menu?: { readonly group: MenuGroup; readonly label: string; readonly icon: LucideIcon }
  readonly page: () => Promise<{ readonly default: ComponentType }>
}

/** Groups of the left menu, in their order; '' stands without a heading. */
export const menuGroups = ['', 'Batches'] as const
export type MenuGroup = (typeof menuGroups)[number]

export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'Home',
    menu: { group: '', label: 'Home', icon: House },
    page: () => import('#pages/home/HomePage.tsx'),
  },
  { path: '/login', title: 'Log in', open: true, page: () => import('#pages/access/LoginPage.tsx') },
  // Not loaded when it is needed: signing out must not wait for a line (threats T17).
  { path: '/logout', title: 'Log out', page: () => Promise.resolve({ default: LogoutPage }) },
  {
    path: '/batchload',
    title: 'Create Batch Load',
    permission: 'Batch.load',
    menu: { group: 'Batches', label: 'Create Batch Load', icon: Layers },
    page: () => import('#pages/batches/CreateBatchLoadPage.tsx'),
  },
  {
    path: '/batchloads',
    title: 'Approve Batch Load',
    permission: 'Batch.approve',
    menu: { group: 'Batches', label: 'Approve Batch Load', icon: ListChecks },
    page: () => import('#pages/batches/ApproveBatchLoadPage.tsx'),
  },
]
