// Joins class names and skips false and undefined ones.
export const cx = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
