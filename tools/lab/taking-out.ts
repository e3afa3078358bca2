// Exports text from the lab: to the clipboard, or as a file.

export const copy = (text: string): void => void navigator.clipboard.writeText(text)

export function save(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
