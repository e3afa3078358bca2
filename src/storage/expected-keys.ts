// Signed-in users whose draft key has not reached this page yet. Separate from keys.ts, which the sign-in page does not
// load.

export const expectedKeys = new Set<string>()
