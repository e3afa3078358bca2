// Types of pseudo-words.mjs for the tests.
export function inPseudo(text: string): string
export function compilePseudo(name: string, tag: string): Promise<void>
