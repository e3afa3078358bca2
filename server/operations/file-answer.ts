// A file as an answer carries it.

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const fileToAnswer = (fileName: string, contentType: string, bytes: Uint8Array) => ({
  fileName,
  contentType,
  base64: Buffer.from(bytes).toString('base64'),
})
