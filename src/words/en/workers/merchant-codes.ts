// The words of workers/merchant-codes.

export const twoPicturesHaveOneName = 'two pictures have one name'
