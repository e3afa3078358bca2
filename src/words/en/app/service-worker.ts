// The words of app/service-worker.

export const somethingMayWait = 'Something in the portal may wait for you'
