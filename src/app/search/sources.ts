// The sources of the global search. A source turns the typed text into results. Other results come from elsewhere:
// - actions of the current page, which the page offers with `useOfferActions`
// - recently opened items, which their pages record with `useRecordRecentItem`
// - items at the server (server-results.ts)
// The ranks in rank.ts decide the order of all results.
import { m } from '#words/messages.js'
import { CreditCard, FileChartColumn, KeyRound, LogOut, type LucideIcon, Settings } from 'lucide-react'
import { type GuardedMethod, canCall } from '#contract/methods.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import {
  guessSearchType,
  searchTermRefusal,
  searchTypeIds,
  type SearchTypeInfo,
  searchTypes,
} from '#domain/cards/search.ts'
import { findReports, reportOf, reportPath } from '#domain/reports/reports.ts'
import { searchFor } from '#pages/cards/search/state.ts'
import { pagesOf } from '../frame/menu.ts'
import { menuIcons } from '../frame/menu-icons.ts'
import { menuGroupKeys, menuGroups } from '../routes/route.ts'
import { themeIcons } from '../frame/theme-icons.ts'
import { chooseTheme, themeLabels, themes } from '#services/device/theme.ts'
import { type Rank, rankOf, ranks } from './rank.ts'
import { textToNumberedItem } from './numbered-item.ts'

export interface SearchResult {
  readonly key: string
  readonly label: string
  /** The type or location of the result. */
  readonly hint: string
  readonly icon: LucideIcon
  readonly rank: Rank
  /** The path that the result opens. Undefined for an action. */
  readonly to?: string
  /** Runs the action. For a page, passes data to it that must not be part of its address, such as a card number. */
  readonly prepare?: () => void
}

export interface SearchSource {
  readonly key: string
  /** The heading above its results. */
  readonly label: string
  readonly find: (searchText: string, permissions: PermissionMap) => readonly SearchResult[]
}

/** The result with its rank. Undefined if the result does not match the search text and thus has no rank. */
export const withRank = (rank: Rank | undefined, result: Omit<SearchResult, 'rank'>): SearchResult | undefined =>
  rank === undefined ? undefined : { ...result, rank }

export const isMatch = (result: SearchResult | undefined): result is SearchResult => result !== undefined

function pagesInMenuOrder(permissions: PermissionMap) {
  const pages = pagesOf(permissions)
  return menuGroupKeys.flatMap((group) => pages.filter(({ menu }) => menu.group === group))
}

export const searchSources: readonly SearchSource[] = [
  {
    key: 'pages',
    label: m.common_pages(),
    find: (searchText, permissions) =>
      pagesInMenuOrder(permissions)
        .map(({ path, menu }) =>
          withRank(rankOf(searchText, { title: menu.label, keywords: menuGroups[menu.group] }), {
            key: path,
            label: menu.label,
            hint: menuGroups[menu.group],
            icon: menuIcons[menu.icon],
            to: path,
          }),
        )
        .filter(isMatch),
  },
  {
    key: 'reports',
    label: m.common_reports(),
    // There are too many reports to list without a search text.
    find: (searchText, permissions) => {
      if (searchText === '' || !canCall(permissions, 'getDateRangeReport')) return []
      return findReports(searchText).map((id) => {
        const { title, group } = reportOf(id)
        return {
          key: `report ${id}`,
          label: title,
          hint: group,
          icon: FileChartColumn,
          // A report that was found only by its description has the rank of a group.
          rank: rankOf(searchText, { title }) ?? ranks.group,
          to: reportPath(id),
        }
      })
    },
  },
  {
    key: 'settings',
    label: m.app_settings(),
    find: (searchText, permissions) => {
      // Settings would push other results out of view, so they are found only with a search text.
      if (searchText === '') return []
      const permittedSettings = settings.filter(({ method }) => canCall(permissions, method))
      const allSettings: readonly Setting[] = [...permittedSettings, ...themeSettings, LOG_OUT]
      return allSettings
        .map((setting) => withRank(rankOf(searchText, { title: setting.label, keywords: setting.keywords }), setting))
        .filter(isMatch)
    },
  },
  {
    key: 'cards',
    label: m.app_findCard(),
    find: (searchText, permissions) => {
      // 'Batch 12' is the number of a batch, not of a card.
      const namesBatchOrOrder = textToNumberedItem(searchText).itemType !== undefined
      if (namesBatchOrOrder || !canCall(permissions, 'cardSearch')) return []
      const possibleTypes = searchTypes.filter((typeInfo) => canSearchFor(typeInfo, searchText))
      const likelyType = guessSearchType(searchText)
      const likelyFirst = [
        ...possibleTypes.filter(({ type }) => type === likelyType),
        ...possibleTypes.filter(({ type }) => type !== likelyType),
      ]
      return likelyFirst.map(({ type, label }) => ({
        key: `card ${type}`,
        label: `${label} ${searchText}`,
        hint: m.common_findCard(),
        icon: CreditCard,
        rank: isProbablyCardNumber(searchText) ? ranks.number : ranks.search,
        to: '/card/search',
        prepare: () => searchFor(type, searchText),
      }))
    },
  },
]

interface Setting extends Omit<SearchResult, 'rank'> {
  /** Other search terms for the setting. */
  readonly keywords?: string
}

interface GuardedSetting extends Setting {
  readonly method: GuardedMethod
}

const settings: readonly GuardedSetting[] = [
  {
    key: 'settings',
    label: m.common_mySettings(),
    keywords: m.app_settingsKeywords(),
    hint: m.app_account(),
    icon: Settings,
    to: '/user/detail',
    method: 'securitySettings',
  },
  {
    key: 'password',
    label: m.common_changePassword(),
    hint: m.app_account(),
    icon: KeyRound,
    to: '/user/changepassword',
    method: 'changePassword',
  },
]

const themeSettings = themes.map((theme): Setting => ({
  key: `theme ${theme}`,
  label: m.app_appearanceSetting({ item: themeLabels[theme] }),
  keywords: 'theme',
  hint: m.app_settings(),
  icon: themeIcons[theme],
  prepare: () => chooseTheme(theme),
}))

const LOG_OUT: Setting = {
  key: 'log out',
  label: m.app_logOut(),
  keywords: m.app_signOutKeywords(),
  hint: m.app_account(),
  icon: LogOut,
  to: '/logout',
}

/** A number with at least this many digits is probably a card number. */
const MIN_CARD_DIGITS = 9
/** True for a text of digits and the separators of card and phone numbers. */
const isNumber = (searchText: string): boolean => /^[0-9\s()+-]+$/.test(searchText)

function isProbablyCardNumber(searchText: string): boolean {
  const digits = searchText.replace(/[^0-9]/g, '')
  return isNumber(searchText) && digits.length >= MIN_CARD_DIGITS
}

const NUMBER_TYPES: readonly string[] = [searchTypeIds.cardNumber, searchTypeIds.phone, searchTypeIds.trackingNumber]

function canSearchFor(typeInfo: SearchTypeInfo, searchText: string): boolean {
  if (searchTermRefusal(typeInfo, searchText) !== undefined) return false
  if (NUMBER_TYPES.includes(typeInfo.type)) return isNumber(searchText)
  const hasDigit = /[0-9]/.test(searchText)
  if (typeInfo.type === searchTypeIds.name) return !hasDigit
  // The other types are searched only for texts with a digit, because letters alone more likely name a page.
  return hasDigit
}
