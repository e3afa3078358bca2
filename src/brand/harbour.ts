// A second client, to prove that no code outside src/brand is written for one particular client.
import type { Client } from './client.ts'
import { singaporeFileWords } from './singapore-words.ts'

export const harbour = {
  key: 'harbour',
  ownerId: 1,
  basePath: '/harbour/',
  name: 'Harbour',
  languages: ['en'],
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
    hideFees: false,
  },
  accent: { light: 'oklch(0.46 0.1 175)', dark: 'oklch(0.75 0.11 175)' },
  fileWords: singaporeFileWords,
} satisfies Client
