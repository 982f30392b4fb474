import { maxLogoBytes, maxLogoPixels } from '#domain/locations/paper-logo.ts'
import { readAsBase64 } from '../kit/base64.ts'

/** Logos narrower than this are not legible on paper, so a picture is not made smaller. In pixels. */
const minWidth = 60

/**
 * Returns a picture as the logo of papers: a PNG as base64, made smaller until it is within the limits. Returns null for
 * a file that the browser cannot show as a picture, and for a picture that cannot be made small enough.
 */
export const toPaperLogo = async (file: Blob): Promise<string | null> => {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  try {
    let scale = Math.min(1, maxLogoPixels.width / picture.width, maxLogoPixels.height / picture.height)
    while (picture.width * scale >= Math.min(minWidth, picture.width)) {
      const canvas = new OffscreenCanvas(
        Math.max(1, Math.floor(picture.width * scale)),
        Math.max(1, Math.floor(picture.height * scale)),
      )
      const context = canvas.getContext('2d')
      if (context === null) return null
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      if (blob.size <= maxLogoBytes) return await readAsBase64(blob)
      scale *= 0.8
    }
    return null
  } finally {
    picture.close()
  }
}
