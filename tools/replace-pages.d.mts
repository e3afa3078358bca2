// Types of replace-pages.mjs for its test.
export function swapInNextPortal(dist: string): void
