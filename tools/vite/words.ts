// Chooses the language of a portal build, and leaves out what only the server's texts need.
import { join } from 'node:path'
import type { Alias, Plugin } from 'vite'

const compiled = join(import.meta.dirname, '../../.cache/messages')

/**
 * Resolves '#words/messages.js' to one folder of .cache/messages, such as that of one language. Without this alias,
 * package.json resolves it to all languages.
 */
export const messagesAlias = (folder: string): Alias => ({
  find: /^#words\/(messages|runtime)\.js$/,
  replacement: `${compiled}/${folder}/$1.js`,
})

/**
 * Removes the calls of `storedFormIfStoring` from files that are loaded before the sign-in form, where each byte counts.
 * In a portal they return undefined, because only the server stores texts.
 */
export const withoutStoredTexts = (): Plugin => ({
  name: 'without-stored-texts',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/(words\/(figures|lists)|domain\/calendar)\.ts$/.test(id)
      ? { code: code.replaceAll(/storedFormIfStoring\([^)]*\) \?\?/g, ''), map: null }
      : undefined,
})
