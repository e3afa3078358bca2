// The travel-booking client that ships with the portal.
import type { Client } from './client.ts'
import { singaporeFileWords } from './singapore-words.ts'

export const voyager = {
  key: 'voyager',
  ownerId: 3,
  basePath: '/voyager/',
  name: 'Voyager',
  languages: ['en', 'zh-Hans', 'ms', 'de', 'ar'],
  timeZone: 'Asia/Singapore',
  timeZoneLabel: 'SGT',
  orderCurrencySymbol: 'S$',
  maxMerchantSignUp: 10,
  draftDays: 30,
  flags: {
    showStatementDevalue: true,
    showStatementRetire: true,
    showStatementStop: true,
    showStatementActivate: true,
    showChangePIN: true,
    hideFees: true,
  },
  accent: { light: 'oklch(0.47 0.13 255)', dark: 'oklch(0.72 0.12 250)' },
  fileWords: singaporeFileWords,
} satisfies Client
