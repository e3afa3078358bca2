// Chooses the language of the build: `#words/…` is a folder of src/words, chosen by the client.
import type { Alias } from 'vite'

/**
 * Resolves `#words/…` in a build to a folder with the same modules as src/words/en. Without a build, package.json
 * chooses English.
 */
export const wordsFrom = (folder: string): Alias => ({ find: /^#words\//, replacement: `${folder}/` })
