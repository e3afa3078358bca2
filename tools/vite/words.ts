// Chooses the language of a portal build.
import { join } from 'node:path'
import type { Alias } from 'vite'

const compiled = join(import.meta.dirname, '../../.cache/messages')

/**
 * Resolves the messages to a folder of .cache/messages that tools/messages.mjs has written: that of one language.
 * Without it, package.json resolves them to all languages.
 */
export const wordsOf = (folder: string): Alias => ({
  find: /^#words\/(messages|runtime)\.js$/,
  replacement: `${compiled}/${folder}/$1.js`,
})
