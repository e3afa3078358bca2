// Every route of the portal as a row. A new screen is a file in pages and a row here (access §2, batches §2).
import { client } from '#brand/current.ts'
import { permissionOf } from '#contract/facts.ts'
import { LINK_PATH } from '#contract/paths.ts'
import { type ReportCall, reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'
import { uploadKinds, type UploadType } from '#domain/uploads.ts'
import { draftPermissions } from '#domain/access/drafts.ts'
import { firstRoutes } from './first-routes.ts'
import type { MenuIcon } from './menu-icons.ts'
import type { Route } from './route.ts'

/** The wizards by their pictures in menu and search. */
const wizardIcons: Readonly<Record<UploadType, MenuIcon>> = {
  load: 'Layers',
  devalue: 'CircleMinus',
  transfer: 'ArrowRightLeft',
  activate: 'CircleCheck',
  physical: 'IdCard',
  virtual: 'Smartphone',
}
/** batches §2: these three are hidden in the menu; the search offers them. */
const hiddenWizards: readonly UploadType[] = ['activate', 'physical', 'virtual']
const wizards = Object.values(uploadKinds).map(({ type, path, title, permission }): Route => {
  const page = async () => ({ default: (await import('#pages/upload/UploadWizardPage.tsx')).wizardOf(type) })
  const menu = { label: title, icon: wizardIcons[type] }
  const placed = hiddenWizards.includes(type)
    ? ({ group: 'Card Orders', hidden: true } as const)
    : ({ group: 'Batches' } as const)
  return { path, title, permission, menu: { ...menu, ...placed }, page }
})

const ownReportPages: Readonly<Partial<Record<ReportCall, Route['page']>>> = {
  chargebackReport: () => import('#pages/reports/chargeback/ChargebackReportPage.tsx'),
  quarterly: () => import('#pages/reports/quarterly/QuarterlyReportPage.tsx'),
}

/** Every report of the table by the one page that draws them, but for those with a screen of their own (batches §2). */
const reportRoutes = reportIds.map((id): Route => {
  const { title, isPrefix = false } = reportOf(id)
  const page =
    ownReportPages[reportOf(id).call] ??
    (async () => ({ default: (await import('#pages/reports/ReportPage.tsx')).reportPageOf(id) }))
  return { path: reportPath(id), isPrefix, title, permission: permissionOf('getDateRangeReport'), page }
})

export const routes: readonly Route[] = [
  {
    path: '/',
    title: 'Home',
    menu: { group: '', label: 'Home', icon: 'House' },
    page: () => import('#pages/home/HomePage.tsx'),
  },
  {
    path: '/drafts',
    title: 'Drafts',
    permission: draftPermissions,
    menu: { group: '', label: 'Drafts', icon: 'FilePen' },
    page: () => import('#pages/drafts/DraftsPage.tsx'),
  },
  ...firstRoutes,
  {
    path: '/user/detail',
    title: 'My Settings',
    permission: permissionOf('securitySettings'),
    page: () => import('#pages/account/MySettingsPage.tsx'),
  },
  {
    path: '/user/changepassword',
    title: 'Change Password',
    permission: permissionOf('changePassword'),
    page: () => import('#pages/account/ChangePasswordPage.tsx'),
  },
  {
    path: '/user/adduser',
    title: 'Add User',
    permission: permissionOf('saveUser'),
    menu: { group: 'Users', label: 'Add User', icon: 'UserPlus' },
    page: () => import('#pages/users/AddUserPage.tsx'),
  },
  {
    path: '/user/edituser/:userid',
    title: 'Edit User',
    permission: permissionOf('saveUser'),
    page: () => import('#pages/users/EditUserPage.tsx'),
  },
  {
    path: '/user/search',
    title: 'Find User',
    permission: permissionOf('searchUser'),
    menu: { group: 'Users', label: 'Find User', icon: 'UserSearch' },
    page: () => import('#pages/users/FindUserPage.tsx'),
  },
  {
    path: '/user/groups',
    title: 'Groups',
    permission: permissionOf('AllUserGroups'),
    menu: { group: 'Users', label: 'Groups', icon: 'UsersRound' },
    page: () => import('#pages/users/GroupsPage.tsx'),
  },
  {
    path: '/user/audit',
    title: 'Audit trail',
    permission: permissionOf('auditLog'),
    menu: { group: 'Users', label: 'Audit trail', icon: 'ScrollText' },
    page: () => import('#pages/users/AuditTrailPage.tsx'),
  },
  {
    path: '/card/search',
    title: 'Find Card',
    permission: permissionOf('cardSearch'),
    menu: { group: 'Card Management', label: 'Find Card', icon: 'CreditCard' },
    page: () => import('#pages/cards/FindCardPage.tsx'),
  },
  {
    path: '/card/details/:voucherID',
    title: 'Card Details',
    permission: permissionOf('cardDetails'),
    page: () => import('#pages/cards/CardDetailsPage.tsx'),
  },
  {
    path: '/card/insertfee',
    title: 'Insert Card Fee',
    permission: permissionOf('insertCardFee'),
    // cards §2: hidden when the hideFees setting is on.
    ...(client.flags.hideFees
      ? {}
      : { menu: { group: 'Card Management', label: 'Insert Card Fee', icon: 'BadgeDollarSign' } as const }),
    page: () => import('#pages/cards/InsertCardFeePage.tsx'),
  },
  ...wizards,
  {
    path: '/batches/mine',
    title: 'My batches',
    permission: permissionOf('myBatches'),
    menu: { group: 'Batches', label: 'My batches', icon: 'Files' },
    page: () => import('#pages/batches/MyBatchesPage.tsx'),
  },
  {
    path: '/batchloads',
    title: 'Approve Batch Load',
    permission: permissionOf('batchLoads'),
    menu: { group: 'Batches', label: 'Approve Batch Load', icon: 'ListChecks' },
    page: () => import('#pages/batches/ApproveBatchLoadPage.tsx'),
  },
  { path: `/${LINK_PATH}`, title: 'Open a link', page: () => import('#pages/batches/OpenLinkPage.tsx') },
  {
    path: '/card/virtual-card-orders',
    title: 'Approve Virtual Card Orders',
    permission: permissionOf('fetchVirtualCardOrdersBatchLoads'),
    menu: { group: 'Card Orders', label: 'Approve Virtual Card Orders', icon: 'ListTodo' },
    page: () => import('#pages/orders/ApproveVirtualCardOrdersPage.tsx'),
  },
  {
    path: '/card/my-orders',
    title: 'My orders',
    permission: permissionOf('myCardOrders'),
    menu: { group: 'Card Orders', label: 'My orders', icon: 'WalletCards' },
    page: () => import('#pages/orders/MyOrdersPage.tsx'),
  },
  {
    path: '/card/producer-files',
    title: 'Producer files',
    permission: permissionOf('producerFiles'),
    menu: { group: 'Card Orders', label: 'Producer files', icon: 'Factory' },
    page: () => import('#pages/orders/ProducerFilesPage.tsx'),
  },
  {
    path: '/merchant/signup',
    title: 'Merchant Sign Up',
    permission: 'MerchantSignUp.read',
    menu: { group: 'Merchants', label: 'Merchant Sign Up', icon: 'Store', forEverybody: true },
    page: () => import('#pages/merchants/MerchantSignUpPage.tsx'),
  },
  {
    path: '/reports',
    title: 'Reports',
    permission: permissionOf('getDateRangeReport'),
    menu: { group: 'Reports', label: 'Reports', icon: 'FileChartColumn', holdsPagesBelow: true },
    page: () => import('#pages/reports/ReportsPage.tsx'),
  },
  ...reportRoutes,
]
