/** Saves a text as a file by the browser. */
export function keepAsFile(name: string, media: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: media }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
