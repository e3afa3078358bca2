// The words of server/batches.

export const targetBalanceCurrency = (currency: string): string => `Target balance (${currency})`
export const onlyLoadsFillUp = 'Only loads can have a target balance'
export const notBatchLookedAt =
  'The batch has changed since you opened it. Open its details again before you approve it.'
export const batchId = (id: number): string => `Batch ${id}`
export const processedAt = 'Processed at'
export const amountCurrency = (currency: string): string => `Amount (${currency})`
export const feeCurrency = (currency: string): string => `Fee (${currency})`
export const amount = 'Amount'
export const sameRowsUploadedBefore = (
  id: number,
  username: string,
  when: string,
  last: string,
  done: string,
  least: number,
  most: number,
): string =>
  `The same rows were uploaded as batch ${id} by ${username} on ${when} (${last}). If they are meant to be ${done} again, give a reason of ${least} to ${most} characters.`
export const thereIsNoSuchBatch = 'There is no such batch'
/** @param done 'loaded' */
export const rowsNotUploaded = (rows: number, done: string): string =>
  rows === 1
    ? `One row cannot be ${done} as it is. Nothing was uploaded. Correct or remove it and submit again.`
    : `${rows} rows cannot be ${done} as they are. Nothing was uploaded. Correct or remove them and submit again.`
export const fileOfThisBatch = 'The file of this batch was not kept. You can download its rows instead.'
export const fileHasRowsAtMostCan = (count: number, limit: number, done: string): string =>
  `The file has ${count} rows; at most ${limit} can be ${done} in one batch. Split the file.`
export const cardholder = 'Cardholder'
