// Gives a file to the user: as a download, or to the browser's own viewer for printing.

/** Offers the bytes as a download with this name. */
export const saveFile = (fileName: string, contentType: string, bytes: Uint8Array<ArrayBuffer>): void =>
  saveBlob(fileName, new Blob([bytes], { type: contentType }))

/** Like `saveFile`, for files that may be too large to be held in memory as bytes. */
export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}

/** A window for a file that is still being made. Must be opened in a click handler. Otherwise the browser blocks it. */
export interface FileWindow {
  show: (bytes: Uint8Array<ArrayBuffer>, contentType: string) => void
  close: () => void
}

/** Undefined if the browser does not open the window. */
export function openFileWindow(): FileWindow | undefined {
  const openedWindow = window.open('', '_blank')
  if (!openedWindow) return undefined
  return {
    show: (bytes, contentType) => {
      const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
      openedWindow.location.href = url
      setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
    },
    close: () => openedWindow.close(),
  }
}

/** Long enough for the browser to read the file. */
const URL_LIFETIME_MS = 60_000
