// Types of portal-folder.mjs for the tests.
export function completePortal(build: string, dist: string, quality: number): Promise<void>
