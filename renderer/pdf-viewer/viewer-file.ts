/** What is to be shown, as the bridge gave it. Nothing of it is written or fetched: it is drawn from memory. */
export type ViewerFile = {
  readonly base64: string
  /** Default `application/pdf`; PNG and JPEG are drawn too. */
  readonly contentType?: string | undefined
}

/** The bytes of a file, or null where it is not Base64. */
export const toBytes = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
