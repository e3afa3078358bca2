// Every route of the portal as a row: path, title, who may see it, where it stands in the menu, and its page, which is
// loaded when it is needed. A new screen is a file in pages and a row here (access §2, batches §2).
import {
  ArrowRightLeft,
  BadgeDollarSign,
  CircleMinus,
  CreditCard,
  Files,
  House,
  Layers,
  ListChecks,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { client } from '#brand/current.ts'
import type { Permission } from '#domain/access/permissions.ts'
import LogoutPage from '#pages/access/LogoutPage.tsx'

export interface Route {
  readonly path: string
  readonly title: string
  /**
   * Who may see it: `open` for those who are not signed in, `anybody` whether they are or not; else a session, and the
   * permission where one is named, or one of several.
   */
  readonly open?: boolean
  readonly anybody?: boolean
  readonly permission?: Permission | readonly Permission[]
  readonly menu?: { readonly group: MenuGroup; readonly label: string; readonly icon: LucideIcon }
  readonly page: () => Promise<{ readonly default: ComponentType }>
}

/** Groups of the left menu, in their order; '' stands without a heading. */
export const menuGroups = ['', 'Card Management', 'Batches'] as const
export type MenuGroup = (typeof menuGroups)[number]

export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'Home',
    menu: { group: '', label: 'Home', icon: House },
    page: () => import('#pages/home/HomePage.tsx'),
  },
  { path: '/login', title: 'Log in', open: true, page: () => import('#pages/access/LoginPage.tsx') },
  {
    path: '/forgotPassword',
    title: 'Forgot your password?',
    open: true,
    page: () => import('#pages/access/ForgotPasswordPage.tsx'),
  },
  {
    path: '/password/:uuid/reset',
    title: 'Set Password',
    open: true,
    page: () => import('#pages/access/ResetPasswordPage.tsx'),
  },
  {
    path: '/user/:uuid/activate',
    title: 'Activate your account',
    anybody: true,
    page: () => import('#pages/access/ActivatePage.tsx'),
  },
  {
    path: '/user/detail',
    title: 'My Settings',
    permission: 'User.settings',
    page: () => import('#pages/account/MySettingsPage.tsx'),
  },
  {
    path: '/user/changepassword',
    title: 'Change Password',
    permission: 'User.settings',
    page: () => import('#pages/account/ChangePasswordPage.tsx'),
  },
  // Not loaded when it is needed: signing out must not wait for a line (threats T17).
  { path: '/logout', title: 'Log out', page: () => Promise.resolve({ default: LogoutPage }) },
  {
    path: '/card/search',
    title: 'Find Card',
    permission: 'CardStatement.read',
    menu: { group: 'Card Management', label: 'Find Card', icon: CreditCard },
    page: () => import('#pages/cards/FindCardPage.tsx'),
  },
  {
    path: '/card/details/:voucherID',
    title: 'Card Details',
    permission: 'CardStatement.read',
    page: () => import('#pages/cards/CardDetailsPage.tsx'),
  },
  {
    path: '/card/insertfee',
    title: 'Insert Card Fee',
    permission: 'Card.write',
    // cards §2: hidden when the hideFees setting is on.
    ...(client.flags.hideFees
      ? {}
      : { menu: { group: 'Card Management', label: 'Insert Card Fee', icon: BadgeDollarSign } as const }),
    page: () => import('#pages/cards/InsertCardFeePage.tsx'),
  },
  {
    path: '/batchload',
    title: 'Create Batch Load',
    permission: 'Batch.load',
    menu: { group: 'Batches', label: 'Create Batch Load', icon: Layers },
    page: () => import('#pages/batches/CreateBatchLoadPage.tsx'),
  },
  {
    path: '/batchdevalue',
    title: 'Devalue Batch',
    permission: 'Batch.redeem',
    menu: { group: 'Batches', label: 'Devalue Batch', icon: CircleMinus },
    page: () => import('#pages/batches/DevalueBatchPage.tsx'),
  },
  {
    path: '/batchtransfer',
    title: 'Batch Transfer',
    permission: 'Batch.redeem',
    menu: { group: 'Batches', label: 'Batch Transfer', icon: ArrowRightLeft },
    page: () => import('#pages/batches/BatchTransferPage.tsx'),
  },
  {
    path: '/batches/mine',
    title: 'My batches',
    permission: ['Batch.load', 'Batch.redeem'],
    menu: { group: 'Batches', label: 'My batches', icon: Files },
    page: () => import('#pages/batches/MyBatchesPage.tsx'),
  },
  // cards §2: hidden in the menu.
  {
    path: '/activateCards',
    title: 'Activate Card',
    permission: 'Card.write',
    page: () => import('#pages/batches/ActivateCardsPage.tsx'),
  },
  {
    path: '/batchloads',
    title: 'Approve Batch Load',
    permission: 'Batch.approve',
    menu: { group: 'Batches', label: 'Approve Batch Load', icon: ListChecks },
    page: () => import('#pages/batches/ApproveBatchLoadPage.tsx'),
  },
]
