// The travel-booking client that ships with the portal.
import { type Client, defineClient } from './client.ts'

export const voyager: Client = defineClient({
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
  howToActivate: {
    en: 'To activate it, tell the person who ordered it for you that you have this message.',
    'zh-Hans': '如需激活，请告知为您订购此卡的人员您已收到本消息。',
    ms: 'Untuk mengaktifkannya, beritahu orang yang memesannya untuk anda bahawa anda telah menerima mesej ini.',
    de: 'Zum Aktivieren teilen Sie der Person, die sie für Sie bestellt hat, mit, dass Sie diese Nachricht erhalten haben.',
    ar: 'لتفعيلها، أبلغ الشخص الذي طلبها لك بأنك استلمت هذه الرسالة.',
  },
  flags: {
    showStatementDevalue: true,
    showStatementRetire: true,
    showStatementStop: true,
    showStatementActivate: true,
    showChangePIN: true,
    hideFees: true,
  },
  accent: { light: 'oklch(0.47 0.13 255)', dark: 'oklch(0.72 0.12 250)' },
})
