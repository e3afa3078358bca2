// The words of server/ledger.

export const balanceBroughtForward = 'Balance brought forward'
