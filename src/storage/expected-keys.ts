// Signed-in users whose draft key has not reached this page yet. A separate module, because the sign-in page does not
// load keys.ts.

export const expectedKeys = new Set<string>()
