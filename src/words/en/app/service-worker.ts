// The words of app/service-worker.

export const somethingMayWait = 'Something may be waiting for you in the portal'
