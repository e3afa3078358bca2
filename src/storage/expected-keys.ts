// Users who are signed in and whose draft key has not come to this page yet. Apart from keys.ts, which the sign-in page does not load.

export const expectedKeys = new Set<string>()
