// The words of server.

export const requestNotUnderstood = 'The request is not understood: send a JSON body'
export const sessionEnded = 'Your session has ended. Please log in again'
export const thereIsNoSuchOperation = 'There is no such operation'
export const tooManyParameters = (maxParams: number): string => `There are more than ${maxParams} parameters`
export const tooManyRequests = 'Too many requests. Please wait a moment and try again'
export const requestTooLargeUnsigned = 'A request without a session cannot be larger than 64 KiB'
export const serverDiskFull =
  'The disk of the server is full: nothing was changed. Tell your administrator, and try again when there is room'
export const serverIsOlder =
  'A newer version of the server has been installed, and this one is stopping: nothing was changed. Try again in a moment'
export const serverNotReady = 'The server is not ready. Please try again in a moment'
export const requestTooLarge = 'The request is larger than 8 MiB'
export const tooManyDownloads = (atOnce: number): string =>
  `You are already downloading ${atOnce} files. Wait until one of them is finished`
export const bodyMustBeCall = 'The body must be { method, params }'
export const requestTookTooLong = 'The request took too long to arrive'
export const sendJsonBody = 'The request is not understood: send a JSON body'
export const contentTypeMustBeJson = 'The content type must be application/json'
export const proxyMustSpeakHttp11 =
  'Report files are sent over HTTP/1.1: a proxy in front of the server must support it'
export const notFound = 'Not Found'
