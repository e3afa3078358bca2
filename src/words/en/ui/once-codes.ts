// The words of ui/once-codes.

export const recoveryCodes = 'Recovery codes'
export const copied = 'Copied'
export const copy = 'Copy'
export const download = 'Download'
export const print = 'Print'
export const iHaveKeptThem = 'I have saved them'
export const theyCannotBeShownAgain = 'They cannot be shown again.'
