// A file as a part of an answer.

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const fileToAnswer = (fileName: string, contentType: string, bytes: Uint8Array) => ({
  fileName,
  contentType,
  base64: Buffer.from(bytes).toString('base64'),
})
