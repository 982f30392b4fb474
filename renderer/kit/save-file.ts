import { fromBase64 } from './base64.ts'

/** Milliseconds after which the file's URL is revoked; the browser has started the download by then. */
const revokeAfterMs = 10_000

/** Downloads a file made by main. `fileName` must not contain a person's name. */
export const saveFile = (base64: string, fileName: string, contentType: string): void => {
  const bytes = fromBase64(base64)
  const url = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
