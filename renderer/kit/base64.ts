/** Returns the bytes of a Base64 text. Throws for any other text. */
export const fromBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/** Reads a file as Base64; null if it cannot be read, for example because it was moved. */
export const readAsBase64 = (file: Blob): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : null)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
