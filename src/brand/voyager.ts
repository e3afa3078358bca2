// The travel-booking client that ships with the portal.
import type { Client } from './client.ts'

export const voyager: Client = {
  key: 'voyager',
  ownerId: 3,
  basePath: '/voyager/',
  name: 'Voyager',
  title: 'Client Portal',
  languages: ['en', 'zh-Hans', 'ms', 'de', 'ar'],
  timeZone: 'Asia/Singapore',
  timeZoneLabel: 'SGT',
  orderCurrencySymbol: 'S$',
  maxMerchantSignUp: 10,
  draftDays: 30,
  howToActivate: 'To activate it, tell the person who ordered it for you that you have this message.',
  flags: {
    showStatementDevalue: true,
    showStatementRetire: true,
    showStatementStop: true,
    showStatementActivate: true,
    showChangePIN: true,
    hideFees: true,
  },
  accent: { light: 'oklch(0.47 0.13 255)', dark: 'oklch(0.72 0.12 250)' },
}
