// A second client, to prove that no code outside src/brand is written for one particular client.
import { type Client, defineClient } from './client.ts'

export const harbour: Client = defineClient({
  key: 'harbour',
  ownerId: 1,
  basePath: '/harbour/',
  name: 'Harbour',
  title: 'Client Portal',
  languages: ['en'],
  timeZone: 'Asia/Singapore',
  timeZoneLabel: 'SGT',
  orderCurrencySymbol: 'S$',
  maxMerchantSignUp: 10,
  draftDays: 30,
  howToActivate: {
    en: 'To activate it, tell the person who ordered it for you that you have this message.',
  },
  flags: {
    showStatementDevalue: true,
    showStatementRetire: true,
    showStatementStop: true,
    showStatementActivate: true,
    showChangePIN: true,
    hideFees: false,
  },
  accent: { light: 'oklch(0.46 0.1 175)', dark: 'oklch(0.75 0.11 175)' },
})
