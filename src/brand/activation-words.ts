// A sentence for a text message, which tells the holder of a new card how to have the card activated. Each client has
// the sentence in each of its languages. Only the server needs it, so it is not in the configuration of the client.
import type { Language } from '#domain/texts/languages.ts'
import type { Client } from './client.ts'
import type { ClientKey, ClientTable } from './clients.ts'

const ENGLISH = 'To activate it, tell the person who ordered it for you that you have this message.'

// The type requires an entry for each client, with a sentence for each language of the client.
const sentences: {
  readonly [Key in ClientKey]: Readonly<Record<ClientTable[Key]['languages'][number], string>>
} = {
  voyager: {
    en: ENGLISH,
    'zh-Hans': '如需激活，请告知为您订购此卡的人员您已收到本消息。',
    ms: 'Untuk mengaktifkannya, beritahu orang yang memesannya untuk anda bahawa anda telah menerima mesej ini.',
    de: 'Zum Aktivieren teilen Sie der Person, die sie für Sie bestellt hat, mit, dass Sie diese Nachricht erhalten haben.',
    ar: 'لتفعيلها، أبلغ الشخص الذي طلبها لك بأنك استلمت هذه الرسالة.',
  },
  harbour: { en: ENGLISH },
}

/** The client's sentence in this language. Empty if the client does not offer the language. */
export function howToActivate({ key, like = key }: Client, language: Language): string {
  const clientSentences: Partial<Record<Language, string>> = sentences[like as ClientKey]
  return clientSentences[language] ?? ''
}
