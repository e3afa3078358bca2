// The pseudo-language (tools/pseudo-words.mjs) for the tests of switching languages.
import { join } from 'node:path'
import { compilePseudo } from '#tools/pseudo-words.mjs'
import { messagesAlias } from '#tools/vite/texts.ts'

/** The module resolution of the messages for vitest projects that use this language. */
export const pseudoWords = messagesAlias(join(import.meta.dirname, '../../.cache/messages/pseudo'))

/** Compiles the language. Vitest calls this before the tests that use it. */
export default (): Promise<void> => compilePseudo('pseudo', 'en-XA')
