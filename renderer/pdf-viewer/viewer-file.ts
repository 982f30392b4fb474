import { fromBase64 } from '../kit/base64.ts'

/** The file to show, as the bridge returned it. It is drawn from memory; nothing is written to disk or fetched. */
export type ViewerFile = {
  readonly base64: string
  /** Default `application/pdf`; PNG and JPEG are drawn too. */
  readonly contentType?: string | undefined
}

/** Returns the bytes of a file; null if it is not Base64. */
export const toBytes = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return fromBase64(base64)
  } catch {
    return null
  }
}
