// The language of the texts that the server writes for a call, a job or an e-mail. All other texts are in English, the
// language of commands and of the log.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Client } from '#brand/client.ts'
import { preferredLanguage } from '#domain/texts/languages.ts'
import { chooseLanguage } from '#words/runtime.js'

const currentLanguage = new AsyncLocalStorage<string>()
chooseLanguage(() => currentLanguage.getStore() ?? 'en')

/** Runs `work` with its texts in this language, including everything that it awaits. */
export const inLanguage = <Result>(language: string, work: () => Result): Result => currentLanguage.run(language, work)

/** Runs `work` with its texts in the language of the request. */
export const inRequestLanguage = <Result>(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { languages }: Pick<Client, 'languages'>,
  work: () => Result,
): Result => inLanguage(preferredLanguage(headers['accept-language'], languages), work)
