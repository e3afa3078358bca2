// Types of memory-folder.mjs for the tests.
export function writeToMemory(): void
