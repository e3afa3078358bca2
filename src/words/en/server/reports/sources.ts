// The words of server/reports/sources.

export const funding = 'Funding'
