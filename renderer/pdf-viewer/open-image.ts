import type { OpenedFile, Opening } from './opened-file.ts'

/**
 * Opens a PNG or JPEG from memory as a file of one page. It is drawn on a canvas, as a picture with an address of its own (`blob:`)
 * would need a wider content policy.
 */
export const openImage = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Opening> => {
  try {
    const image = await createImageBitmap(new Blob([bytes], { type: contentType }))
    const { width, height } = image
    const file: OpenedFile = {
      pageCount: 1,
      isEncrypted: false,
      readSize: async () => ({ width, height }),
      draw: async () => {
        const canvas = document.createElement('canvas')
        canvas.width = width
        canvas.height = height
        const context = canvas.getContext('2d')
        if (context === null) throw new Error('The window has no room for the picture.')
        // A see-through picture lies on paper, as a page does, whatever the theme.
        context.fillStyle = 'white'
        context.fillRect(0, 0, width, height)
        context.drawImage(image, 0, 0)
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
