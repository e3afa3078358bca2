// Maps each page of the portal to its section of the help.
import { matchPath } from 'react-router-dom'
import { pageNames } from './pages.ts'

/** A file of docs/using and a heading in that file. */
export interface Topic {
  readonly file: string
  readonly heading?: string | undefined
}

/** The table of contents. */
export const tableOfContents: Topic = { file: 'README.md' }

/** The topic of each page, by path. A path with `*` also matches all paths below it. The first match is used. */
export const topics: Readonly<Record<string, string>> = {
  '/': 'README.md',
  '/drafts': 'offline-and-drafts.md#drafts',
  '/user/detail': 'signing-in.md#my-settings',
  '/user/changepassword': 'signing-in.md#my-settings',
  '/user/adduser': 'users.md#add-a-user',
  '/user/edituser/:userid': 'users.md#act-on-a-user',
  '/user/search': 'users.md#act-on-a-user',
  '/user/review': 'users.md#review-the-access',
  '/user/groups': 'users.md#groups',
  '/user/approval-rules': 'users.md#approval-rules',
  '/user/company-login': 'users.md#connect-the-companys-login',
  '/user/machines': 'users.md#machine-users',
  '/user/audit': 'users.md#see-what-was-done',
  '/sandbox': 'README.md#purchases-in-the-demo',
  '/card/search': 'cards.md#find-a-card',
  '/card/details/:voucherID': 'cards.md#the-cards-page',
  '/card/insertfee': 'cards.md#act-on-a-card',
  '/card/events': 'unapplied-events.md',
  '/card/events/daily': 'unapplied-events.md#daily-control',
  '/card/events/files': 'unapplied-events.md#event-files',
  '/batchload': 'batches.md',
  '/batchdevalue': 'batches.md',
  '/batchtransfer': 'batches.md',
  '/batches/mine': 'batches.md#follow-it-my-batches',
  '/batchloads': 'approving.md#approve-a-batch',
  '/funding': 'funding.md',
  '/funding/periods': 'funding.md#close-a-month',
  '/card/virtual-card-orders': 'approving.md#approve-an-order-of-virtual-cards',
  '/card/physical-orders': 'approving.md#cancel-an-order-of-physical-cards',
  '/card/virtual-card-order': 'orders.md#order-virtual-cards',
  '/card/order': 'orders.md#order-physical-cards',
  '/card/my-orders': 'orders.md#follow-an-order-my-orders',
  '/card/producer-files': 'orders.md#producer-files',
  '/activateCards': 'orders.md#activate-cards',
  '/merchant/signup': 'merchants.md',
  '/reports/chargebackReport': 'reports.md#reports-with-a-page-of-their-own',
  '/reports/qmr': 'reports.md#reports-with-a-page-of-their-own',
  '/reports/:report': 'reports.md#run-a-report',
  '/reports/*': 'reports.md',
}

export function pathToTopic(path: string): Topic {
  const match = Object.entries(topics).find(([pattern]) => matchPath(pattern, path))
  if (!match) return tableOfContents
  const [, link] = match
  return linkToTopic(link) ?? tableOfContents
}

/**
 * The topic of a link like 'cards.md#find-a-card'. Undefined for a link to anything else.
 *
 * @param currentFile the file that contains the link, for a link like '#find-a-card' to a heading of the same file
 */
export function linkToTopic(link: string, currentFile?: string): Topic | undefined {
  const [file = '', heading] = link.split('#')
  const targetFile = file === '' ? currentFile : file
  const isTopic = targetFile !== undefined && pageNames.includes(targetFile)
  return isTopic ? { file: targetFile, heading } : undefined
}
