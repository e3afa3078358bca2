// Types of chromium.mjs for playwright.config.ts.
export function findChromium(): string | undefined
export function findOrInstallChromium(say?: (sentence: string) => void): string | undefined
export const howToGetChromium: string
