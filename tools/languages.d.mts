// Types of languages.mjs for the tests.
export function refuseLanguage(folder: string): string | undefined
