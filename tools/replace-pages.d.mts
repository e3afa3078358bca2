// Types of replace-pages.mjs for its test.
export function replacePages(dist: string): void
