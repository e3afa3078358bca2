// Types of chromium.mjs for playwright.config.ts and the tests.
export function findChromium(): string | undefined
export function findHeadless(): string | undefined
export function findOrInstallChromium(print?: (sentence: string) => void): string | undefined
export const howToGetChromium: string
