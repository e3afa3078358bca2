// Bytes as base64, encoded by the browser off the main thread.

/** Rejects if the browser cannot read the bytes, for example because memory runs out. */
export function bytesToBase64(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      // `readAsDataURL` always results in a text: 'data:application/octet-stream;base64,…'.
      const dataUrl = reader.result as string
      resolve(dataUrl.slice(dataUrl.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error('the bytes could not be read'))
    reader.readAsDataURL(new Blob([bytes]))
  })
}
