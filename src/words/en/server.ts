// The words of server.

export const requestIsNotUnderstoodSendJson = 'The request is not understood: send a JSON body'
export const yourSessionHasEndedPleaseSign = 'Your session has ended. Please sign in again'
export const thereIsNoSuchOperation = 'There is no such operation'
export const thereAreMoreThanParameters = (maxParams: number): string => `There are more than ${maxParams} parameters`
export const tooManyRequestsPleaseWaitMoment = 'Too many requests. Please wait a moment and try again'
export const requestWithoutSessionCannot = 'A request without a session cannot be larger than 64 KiB'
export const hostIsNotReadyPleaseTry = 'The server is not ready. Please try again in a moment'
export const requestIsLargerThan8Mib = 'The request is larger than 8 MiB'
export const youAreDownloadingFilesAlready = (atOnce: number): string =>
  `You are downloading ${atOnce} files already. Please wait until one of them is finished`
export const bodyMustBeCall = 'The body must be { method, params }'
export const requestTookTooLong = 'The request took too long to arrive'
export const requestIsNotUnderstood = 'The request is not understood: send a JSON body'
export const contentTypeMustBeJson = 'The content type must be application/json'
export const reportsTakeHttp11 = 'Report files are given over HTTP/1.1: a proxy before the host must speak it'
export const notFound = 'Not Found'
