// Every route of the portal, one entry each. A new screen needs a file in pages and an entry here. Rules:
// docs/rules/access.md, "Routes".
import { client } from '#brand/current.ts'
import { permissionOf } from '#contract/facts.ts'
import { LINK_PATH } from '#contract/paths.ts'
import { type ReportCall, reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'
import { uploadKinds, type UploadType } from '#domain/uploads.ts'
import { draftPermissions } from '#domain/access/drafts.ts'
import * as say from '#words/app/routes.ts'
import { firstRoutes, homeRoute } from './first-routes.ts'
import type { MenuIcon } from '../frame/menu-icons.ts'
import type { Route } from './route.ts'

/** The icons of the wizards in the menu and the search. */
const wizardIcons: Readonly<Record<UploadType, MenuIcon>> = {
  load: 'Layers',
  devalue: 'CircleMinus',
  transfer: 'ArrowRightLeft',
  activate: 'CircleCheck',
  physical: 'IdCard',
  virtual: 'Smartphone',
}
/** These three are hidden from the menu, but the search offers them. */
const hiddenWizards: readonly UploadType[] = ['activate', 'physical', 'virtual']
const wizards = Object.values(uploadKinds).map(({ type, path, title, permission }): Route => {
  const page = async () => ({ default: (await import('#pages/upload/UploadWizardPage.tsx')).wizardOf(type) })
  const menu = { label: title, icon: wizardIcons[type] }
  const placed = hiddenWizards.includes(type)
    ? ({ group: 'orders', hidden: true } as const)
    : ({ group: 'batches' } as const)
  return { path, title, permission, menu: { ...menu, ...placed }, page }
})

const ownReportPages: Readonly<Partial<Record<ReportCall, Route['page']>>> = {
  chargebackReport: () => import('#pages/reports/chargeback/ChargebackReportPage.tsx'),
  quarterly: () => import('#pages/reports/quarterly/QuarterlyReportPage.tsx'),
}

/** One page shows all reports, except those with their own screen. */
const reportRoutes = reportIds.map((id): Route => {
  const { title, isPrefix = false } = reportOf(id)
  const page =
    ownReportPages[reportOf(id).call] ??
    (async () => ({ default: (await import('#pages/reports/ReportPage.tsx')).reportPageOf(id) }))
  return { path: reportPath(id), isPrefix, title, permission: permissionOf('getDateRangeReport'), page }
})

export const routes: readonly Route[] = [
  homeRoute,
  {
    path: '/drafts',
    title: say.drafts,
    permission: draftPermissions,
    menu: { group: 'top', label: say.drafts, icon: 'FilePen' },
    page: () => import('#pages/drafts/DraftsPage.tsx'),
  },
  ...firstRoutes,
  {
    path: '/user/detail',
    title: say.mySettings,
    permission: permissionOf('securitySettings'),
    page: () => import('#pages/account/MySettingsPage.tsx'),
  },
  {
    path: '/user/changepassword',
    title: say.changePassword,
    permission: permissionOf('changePassword'),
    page: () => import('#pages/account/ChangePasswordPage.tsx'),
  },
  {
    path: '/user/adduser',
    title: say.addUser,
    permission: permissionOf('saveUser'),
    menu: { group: 'users', label: say.addUser, icon: 'UserPlus' },
    page: () => import('#pages/users/AddUserPage.tsx'),
  },
  {
    path: '/user/edituser/:userid',
    title: say.editUser,
    permission: permissionOf('saveUser'),
    page: () => import('#pages/users/EditUserPage.tsx'),
  },
  {
    path: '/user/search',
    title: say.findUser,
    permission: permissionOf('searchUser'),
    menu: { group: 'users', label: say.findUser, icon: 'UserSearch' },
    page: () => import('#pages/users/FindUserPage.tsx'),
  },
  {
    path: '/user/groups',
    title: say.groups,
    permission: permissionOf('AllUserGroups'),
    menu: { group: 'users', label: say.groups, icon: 'UsersRound' },
    page: () => import('#pages/users/GroupsPage.tsx'),
  },
  {
    path: '/user/audit',
    title: say.auditTrail,
    permission: permissionOf('auditLog'),
    menu: { group: 'users', label: say.auditTrail, icon: 'ScrollText' },
    page: () => import('#pages/users/AuditTrailPage.tsx'),
  },
  {
    path: '/card/search',
    title: say.findCard,
    permission: permissionOf('cardSearch'),
    menu: { group: 'cards', label: say.findCard, icon: 'CreditCard' },
    page: () => import('#pages/cards/FindCardPage.tsx'),
  },
  {
    path: '/card/details/:voucherID',
    title: say.cardDetails,
    permission: permissionOf('cardDetails'),
    page: () => import('#pages/cards/CardDetailsPage.tsx'),
  },
  {
    path: '/card/insertfee',
    title: say.insertCardFee,
    permission: permissionOf('insertCardFee'),
    // Hidden if the hideFees setting is on.
    ...(client.flags.hideFees
      ? {}
      : { menu: { group: 'cards', label: say.insertCardFee, icon: 'BadgeDollarSign' } as const }),
    page: () => import('#pages/cards/InsertCardFeePage.tsx'),
  },
  ...wizards,
  {
    path: '/batches/mine',
    title: say.myBatches,
    permission: permissionOf('myBatches'),
    menu: { group: 'batches', label: say.myBatches, icon: 'Files' },
    page: () => import('#pages/batches/MyBatchesPage.tsx'),
  },
  {
    path: '/batchloads',
    title: say.approveBatchLoad,
    permission: permissionOf('batchLoads'),
    menu: { group: 'batches', label: say.approveBatchLoad, icon: 'ListChecks' },
    page: () => import('#pages/batches/ApproveBatchLoadPage.tsx'),
  },
  { path: `/${LINK_PATH}`, title: say.openLink, page: () => import('#pages/batches/OpenLinkPage.tsx') },
  {
    path: '/card/virtual-card-orders',
    title: say.approveVirtualCardOrders,
    permission: permissionOf('fetchVirtualCardOrdersBatchLoads'),
    menu: { group: 'orders', label: say.approveVirtualCardOrders, icon: 'ListTodo' },
    page: () => import('#pages/orders/ApproveVirtualCardOrdersPage.tsx'),
  },
  {
    path: '/card/physical-orders',
    title: say.physicalOrders,
    permission: permissionOf('physicalCardOrders'),
    menu: { group: 'orders', label: say.physicalOrders, icon: 'IdCard' },
    page: () => import('#pages/orders/PhysicalOrdersPage.tsx'),
  },
  {
    path: '/card/my-orders',
    title: say.myOrders,
    permission: permissionOf('myCardOrders'),
    menu: { group: 'orders', label: say.myOrders, icon: 'WalletCards' },
    page: () => import('#pages/orders/MyOrdersPage.tsx'),
  },
  {
    path: '/card/producer-files',
    title: say.producerFiles,
    permission: permissionOf('producerFiles'),
    menu: { group: 'orders', label: say.producerFiles, icon: 'Factory' },
    page: () => import('#pages/orders/ProducerFilesPage.tsx'),
  },
  {
    path: '/merchant/signup',
    title: say.merchantSignUp,
    permission: 'MerchantSignUp.read',
    menu: { group: 'merchants', label: say.merchantSignUp, icon: 'Store', forEverybody: true },
    page: () => import('#pages/merchants/MerchantSignUpPage.tsx'),
  },
  {
    path: '/reports',
    title: say.reports,
    permission: permissionOf('getDateRangeReport'),
    menu: { group: 'reports', label: say.reports, icon: 'FileChartColumn', hasSubpages: true },
    page: () => import('#pages/reports/ReportsPage.tsx'),
  },
  ...reportRoutes,
]
