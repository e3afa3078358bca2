// Which language the sources speak: `#words/…` is a folder of src/words, and a build takes that of its client.
import type { Alias } from 'vite'

/** `#words/…` of a build, from a folder that has a module for each of src/words/en. package.json says English where nothing is built. */
export const wordsFrom = (folder: string): Alias => ({ find: /^#words\//, replacement: `${folder}/` })
