import { maxImagePixels } from '#domain/documents/document-file.ts'
import { type FileOpening, maxCanvasPixels, type OpenedFile } from './opened-file.ts'

/**
 * Opens a PNG or JPEG from memory as a file of one page. The picture is drawn on a canvas, because an image element
 * with a `blob:` address would need a wider content security policy.
 */
export const openImage = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FileOpening> => {
  try {
    const image = await createImageBitmap(new Blob([bytes], { type: contentType }))
    const { width, height } = image
    if (width * height > maxImagePixels) {
      image.close()
      return { kind: 'failed', problem: 'too-large' }
    }
    const part = Math.min(1, Math.sqrt(maxCanvasPixels / (width * height)))
    const file: OpenedFile = {
      pageCount: 1,
      isEncrypted: false,
      readSize: async () => ({ width, height }),
      draw: async () => {
        const canvas = document.createElement('canvas')
        canvas.width = Math.floor(width * part)
        canvas.height = Math.floor(height * part)
        const context = canvas.getContext('2d')
        if (context === null) throw new Error('The canvas for the picture has no 2D context.')
        // A transparent picture has a white background like a page, in every theme.
        context.fillStyle = 'white'
        context.fillRect(0, 0, canvas.width, canvas.height)
        context.drawImage(image, 0, 0, canvas.width, canvas.height)
        return canvas
      },
      readText: async () => '',
      close: () => image.close(),
    }
    return { kind: 'opened', file }
  } catch {
    return { kind: 'failed', problem: 'damaged' }
  }
}
