// Every route of the portal, one entry each. A new screen needs a file in pages, an entry here with its title, menu
// entry and permission, and a row in app/help/topics.ts for its help. Rules: docs/rules/access.md, "Routes".
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { requiredPermission } from '#contract/methods.ts'
import { LINK_PATH } from '#contract/paths.ts'
import { type ReportCall, reportIds, reportOf, reportPath } from '#domain/reports/reports.ts'
import { uploadTypes, type UploadType } from '#domain/uploads.ts'
import { draftPermissions } from '#domain/access/draft-permissions.ts'
import { homeRoute, routesBeforeSignIn } from './first-routes.ts'
import type { MenuIcon } from '../frame/menu-icons.ts'
import type { MenuEntry, Route } from './route.ts'

/** The icons of the wizards in the menu and the search. */
const wizardIcons: Readonly<Record<UploadType, MenuIcon>> = {
  load: 'Layers',
  devalue: 'CircleMinus',
  transfer: 'ArrowRightLeft',
  activate: 'CircleCheck',
  physical: 'IdCard',
  virtual: 'Smartphone',
}
/** These three wizards are hidden from the menu, but the search offers them. */
const hiddenWizards: readonly UploadType[] = ['activate', 'physical', 'virtual']
const wizards = Object.values(uploadTypes).map(({ type, path, title, permission }): Route => {
  const page = async () => {
    const { createUploadPage } = await import('#pages/upload/UploadWizardPage.tsx')
    return { default: createUploadPage(type) }
  }
  const isHidden = hiddenWizards.includes(type)
  const group = isHidden ? 'orders' : 'batches'
  const menu: MenuEntry = { label: title, icon: wizardIcons[type], group, isHidden }
  return { path, title, permission, menu, page }
})

const customReportPages: Readonly<Partial<Record<ReportCall, Route['page']>>> = {
  chargebackReport: () => import('#pages/reports/chargeback/ChargebackReportPage.tsx'),
  quarterly: () => import('#pages/reports/quarterly/QuarterlyReportPage.tsx'),
}

/** The demo programme has the simulator of a sandbox, but nothing else of a sandbox. */
const simulatorLabel = client.isDemo ? m.sandbox_simulator() : m.sandbox_label()
const hasSimulator = client.isSandbox || client.isDemo

/** One page shows all reports, except those with their own screen. */
const reportRoutes = reportIds.map((id): Route => {
  const { title, call, opensSubpaths: isPrefix = false } = reportOf(id)
  const sharedPage = async () => {
    const { createReportPage } = await import('#pages/reports/ReportPage.tsx')
    return { default: createReportPage(id) }
  }
  const page = customReportPages[call] ?? sharedPage
  return { path: reportPath(id), isPrefix, title, permission: requiredPermission('getDateRangeReport'), page }
})

export const routes: readonly Route[] = [
  homeRoute,
  {
    path: '/drafts',
    title: m.common_drafts(),
    permission: draftPermissions,
    menu: { group: 'top', label: m.common_drafts(), icon: 'FilePen' },
    page: () => import('#pages/drafts/DraftsPage.tsx'),
  },
  ...routesBeforeSignIn,
  {
    path: '/user/detail',
    title: m.common_mySettings(),
    permission: requiredPermission('securitySettings'),
    page: () => import('#pages/account/MySettingsPage.tsx'),
  },
  {
    path: '/user/changepassword',
    title: m.common_changePassword(),
    permission: requiredPermission('changePassword'),
    page: () => import('#pages/account/ChangePasswordPage.tsx'),
  },
  {
    path: '/user/adduser',
    title: m.common_addUser(),
    permission: requiredPermission('saveUser'),
    menu: { group: 'users', label: m.common_addUser(), icon: 'UserPlus' },
    page: () => import('#pages/users/AddUserPage.tsx'),
  },
  {
    path: '/user/edituser/:userid',
    title: m.common_editUser(),
    permission: requiredPermission('saveUser'),
    page: () => import('#pages/users/EditUserPage.tsx'),
  },
  {
    path: '/user/search',
    title: m.common_findUser(),
    permission: requiredPermission('searchUser'),
    menu: { group: 'users', label: m.common_findUser(), icon: 'UserSearch' },
    page: () => import('#pages/users/FindUserPage.tsx'),
  },
  {
    path: '/user/review',
    title: m.users_accessReview(),
    permission: requiredPermission('accessReview'),
    menu: { group: 'users', label: m.users_accessReview(), icon: 'ListChecks' },
    page: () => import('#pages/users/AccessReviewPage.tsx'),
  },
  {
    path: '/user/groups',
    title: m.common_groups(),
    permission: requiredPermission('AllUserGroups'),
    menu: { group: 'users', label: m.common_groups(), icon: 'UsersRound' },
    page: () => import('#pages/users/GroupsPage.tsx'),
  },
  {
    path: '/user/approval-rules',
    title: m.approvals_rules(),
    permission: requiredPermission('approvalRules'),
    menu: { group: 'users', label: m.approvals_rules(), icon: 'Signature' },
    page: () => import('#pages/users/ApprovalRulesPage.tsx'),
  },
  {
    path: '/user/company-login',
    title: m.sso_title(),
    permission: requiredPermission('companyLogin'),
    menu: { group: 'users', label: m.sso_title(), icon: 'KeyRound' },
    page: () => import('#pages/users/CompanyLoginPage.tsx'),
  },
  {
    path: '/user/machines',
    title: m.machines_title(),
    permission: requiredPermission('machineUsers'),
    menu: { group: 'users', label: m.machines_title(), icon: 'Bot' },
    page: () => import('#pages/users/MachineUsersPage.tsx'),
  },
  {
    path: '/user/audit',
    title: m.common_auditTrail(),
    permission: requiredPermission('auditLog'),
    menu: { group: 'users', label: m.common_auditTrail(), icon: 'ScrollText' },
    page: () => import('#pages/users/AuditTrailPage.tsx'),
  },
  {
    path: '/sandbox',
    title: simulatorLabel,
    permission: requiredPermission('sandboxState'),
    menu: hasSimulator ? { group: 'users', label: simulatorLabel, icon: 'FlaskConical' } : undefined,
    page: () => import('#pages/sandbox/SandboxPage.tsx'),
  },
  {
    path: '/card/search',
    title: m.common_findCard(),
    permission: requiredPermission('cardSearch'),
    menu: { group: 'cards', label: m.common_findCard(), icon: 'CreditCard' },
    page: () => import('#pages/cards/FindCardPage.tsx'),
  },
  {
    path: '/card/details/:voucherID',
    title: m.common_cardDetails(),
    permission: requiredPermission('cardDetails'),
    page: () => import('#pages/cards/CardDetailsPage.tsx'),
  },
  {
    path: '/card/insertfee',
    title: m.common_insertCardFee(),
    permission: requiredPermission('insertCardFee'),
    menu: client.flags.hideFees
      ? undefined
      : { group: 'cards', label: m.common_insertCardFee(), icon: 'BadgeDollarSign' },
    page: () => import('#pages/cards/InsertCardFeePage.tsx'),
  },
  {
    path: '/card/events',
    title: m.feed_unappliedEvents(),
    permission: requiredPermission('feedExceptions'),
    menu: { group: 'cards', label: m.feed_unappliedEvents(), icon: 'CircleAlert' },
    page: () => import('#pages/feed/UnappliedEventsPage.tsx'),
  },
  {
    path: '/card/events/daily',
    title: m.feed_dailyControl(),
    permission: requiredPermission('feedDays'),
    menu: { group: 'cards', label: m.feed_dailyControl(), icon: 'Scale' },
    page: () => import('#pages/feed/DailyControlPage.tsx'),
  },
  {
    path: '/card/events/files',
    title: m.feed_eventFiles(),
    permission: requiredPermission('feedFiles'),
    menu: { group: 'cards', label: m.feed_eventFiles(), icon: 'FileUp' },
    page: () => import('#pages/feed/EventFilesPage.tsx'),
  },
  ...wizards,
  {
    path: '/batches/mine',
    title: m.common_myBatches(),
    permission: requiredPermission('myBatches'),
    menu: { group: 'batches', label: m.common_myBatches(), icon: 'Files' },
    page: () => import('#pages/batches/MyBatchesPage.tsx'),
  },
  {
    path: '/batchloads',
    title: m.common_approveBatchLoad(),
    permission: requiredPermission('batchLoads'),
    menu: { group: 'batches', label: m.common_approveBatchLoad(), icon: 'ListChecks' },
    page: () => import('#pages/batches/ApproveBatchLoadPage.tsx'),
  },
  {
    path: '/funding',
    title: m.common_fundingAccount(),
    permission: requiredPermission('fundingStatement'),
    menu: { group: 'batches', label: m.common_fundingAccount(), icon: 'Landmark' },
    page: () => import('#pages/funding/FundingPage.tsx'),
  },
  {
    path: '/funding/periods',
    title: m.funding_closedMonths(),
    permission: requiredPermission('ledgerPeriods'),
    menu: { group: 'batches', label: m.funding_closedMonths(), icon: 'CalendarCheck' },
    page: () => import('#pages/funding/PeriodsPage.tsx'),
  },
  { path: `/${LINK_PATH}`, title: m.common_openLink(), page: () => import('#pages/batches/OpenLinkPage.tsx') },
  {
    path: '/card/virtual-card-orders',
    title: m.common_approveVirtualCardOrders(),
    permission: requiredPermission('fetchVirtualCardOrdersBatchLoads'),
    menu: { group: 'orders', label: m.common_approveVirtualCardOrders(), icon: 'ListTodo' },
    page: () => import('#pages/orders/ApproveVirtualCardOrdersPage.tsx'),
  },
  {
    path: '/card/physical-orders',
    title: m.common_physicalOrders(),
    permission: requiredPermission('physicalCardOrders'),
    menu: { group: 'orders', label: m.common_physicalOrders(), icon: 'IdCard' },
    page: () => import('#pages/orders/PhysicalOrdersPage.tsx'),
  },
  {
    path: '/card/my-orders',
    title: m.common_myOrders(),
    permission: requiredPermission('myCardOrders'),
    menu: { group: 'orders', label: m.common_myOrders(), icon: 'WalletCards' },
    page: () => import('#pages/orders/MyOrdersPage.tsx'),
  },
  {
    path: '/card/producer-files',
    title: m.common_producerFiles(),
    permission: requiredPermission('producerFiles'),
    menu: { group: 'orders', label: m.common_producerFiles(), icon: 'Factory' },
    page: () => import('#pages/orders/ProducerFilesPage.tsx'),
  },
  {
    path: '/merchant/signup',
    title: m.common_merchantSignUp(),
    permission: 'MerchantSignUp.read',
    menu: { group: 'merchants', label: m.common_merchantSignUp(), icon: 'Store', isForAllUsers: true },
    page: () => import('#pages/merchants/MerchantSignUpPage.tsx'),
  },
  {
    path: '/reports',
    title: m.common_reports(),
    permission: requiredPermission('getDateRangeReport'),
    menu: { group: 'reports', label: m.common_reports(), icon: 'FileChartColumn', hasSubpages: true },
    page: () => import('#pages/reports/ReportsPage.tsx'),
  },
  ...reportRoutes,
]
