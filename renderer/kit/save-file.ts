/** Milliseconds the file stays in memory after saving began; the browser has taken it by then. */
const revokeAfterMs = 10_000

/** Hands a file that main made to whoever keeps downloads. No person's name stands in `fileName`. */
export const saveFile = (base64: string, fileName: string, contentType: string): void => {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
