// The sources of the global search. A source turns the typed text into results. Actions of a page are offered with
// `useOfferActions`, opened items recorded with `useRecordRecentItem`; requests to the server are in
// server-results.ts, the order in rank.ts.
import { m } from '#words/messages.js'
import { CreditCard, FileChartColumn, KeyRound, LogOut, type LucideIcon, Settings } from 'lucide-react'
import { type GuardedMethod, canCall } from '#contract/methods.ts'
import type { PermissionMap } from '#domain/access/permissions.ts'
import { guessSearchType, searchTermRefusal, type SearchTypeInfo, searchTypes } from '#domain/cards/search.ts'
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
  /** The path that the result opens; undefined for an action. */
  readonly to?: string
  /** Runs the action, or passes data to the page outside the address: a card number is never part of an address. */
  readonly prepare?: () => void
}

export interface SearchSource {
  readonly key: string
  /** The heading above its results. */
  readonly label: string
  readonly find: (searchText: string, permissions: PermissionMap) => readonly SearchResult[]
}

/** The result with its rank; empty if it does not match. */
export const withRank = (rank: Rank | undefined, result: Omit<SearchResult, 'rank'>): readonly SearchResult[] =>
  rank === undefined ? [] : [{ ...result, rank }]

/** In the order of the menu. */
function pagesInMenuOrder(permissions: PermissionMap) {
  const pages = pagesOf(permissions)
  return menuGroupKeys.flatMap((group) => pages.filter(({ menu }) => menu.group === group))
}

export const searchSources: readonly SearchSource[] = [
  {
    key: 'pages',
    label: m.common_pages(),
    find: (searchText, permissions) =>
      pagesInMenuOrder(permissions).flatMap(({ path, menu }) =>
        withRank(rankOf(searchText, { title: menu.label, keywords: menuGroups[menu.group] }), {
          key: path,
          label: menu.label,
          hint: menuGroups[menu.group],
          icon: menuIcons[menu.icon],
          to: path,
        }),
      ),
  },
  {
    key: 'reports',
    label: m.common_reports(),
    // There are too many reports to list without a search text.
    find: (searchText, permissions) =>
      searchText === '' || !canCall(permissions, 'getDateRangeReport')
        ? []
        : findReports(searchText).map((id) => ({
            key: `report ${id}`,
            label: reportOf(id).title,
            hint: reportOf(id).group,
            icon: FileChartColumn,
            // If only the description matched, the rank is that of a group.
            rank: rankOf(searchText, { title: reportOf(id).title }) ?? ranks.group,
            to: reportPath(id),
          })),
  },
  {
    key: 'settings',
    label: m.app_settings(),
    find: (searchText, permissions) =>
      // Settings would push other results out of view, so they need a search text.
      searchText === ''
        ? []
        : [...settings.filter(({ method }) => canCall(permissions, method)), ...themeSettings, LOG_OUT].flatMap(
            (setting) => withRank(rankOf(searchText, { title: setting.label, keywords: setting.keywords }), setting),
          ),
  },
  {
    key: 'cards',
    label: m.app_findCard(),
    find: (searchText, permissions) => {
      // 'Batch 12' is the number of a batch, not of a card.
      const namesBatchOrOrder = textToNumberedItem(searchText).itemType !== undefined
      if (namesBatchOrOrder || !canCall(permissions, 'cardSearch')) return []
      const likelyType = guessSearchType(searchText)
      return (
        searchTypes
          .filter((typeInfo) => canSearchFor(typeInfo, searchText))
          // The most likely type for this text comes first.
          .toSorted((a, b) => Number(b.type === likelyType) - Number(a.type === likelyType))
          .map((typeInfo) => ({
            key: `card ${typeInfo.type}`,
            label: `${typeInfo.label} ${searchText}`,
            hint: m.common_findCard(),
            icon: CreditCard,
            rank: isProbablyCard(searchText) ? ranks.number : ranks.search,
            to: '/card/search',
            prepare: () => searchFor(typeInfo.type, searchText),
          }))
      )
    },
  },
]

interface Setting extends Omit<SearchResult, 'rank'> {
  /** Other search terms for the setting. */
  readonly keywords?: string
}

const settings: readonly (Setting & { readonly method: GuardedMethod })[] = [
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
const CARD_DIGITS = 9
const isNumber = (searchText: string): boolean => /^[0-9\s()+-]+$/.test(searchText)
const isProbablyCard = (searchText: string): boolean =>
  isNumber(searchText) && searchText.replace(/[^0-9]/g, '').length >= CARD_DIGITS

/** Card, phone and tracking number: the text has only digits and separators. */
const NUMBER_TYPES: readonly string[] = ['1', '3', '4']
const CARDHOLDER_NAME = '7'

function canSearchFor(typeInfo: SearchTypeInfo, searchText: string): boolean {
  if (searchTermRefusal(typeInfo, searchText) !== undefined) return false
  if (NUMBER_TYPES.includes(typeInfo.type)) return isNumber(searchText)
  const hasDigit = /[0-9]/.test(searchText)
  if (typeInfo.type === CARDHOLDER_NAME) return !hasDigit
  // Letters alone more likely name a page.
  return hasDigit
}
