// Joins class names, leaving out false and undefined.
export const cx = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
