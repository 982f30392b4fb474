import { fromBase64 } from '../kit/base64.ts'

/**
 * The fonts and character maps that PDFs may expect from a viewer. The build puts each of them into its own script of
 * the app. The script is loaded when a PDF needs it. No font comes from the network, or from the computer, whose fonts
 * may differ.
 */
const fonts = import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&inline',
  import: 'default',
  exhaustive: true,
})
const characterMaps = import.meta.glob<string>('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&inline',
  import: 'default',
  exhaustive: true,
})

type Wanted = { readonly kind: 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl'; readonly filename: string }

/** Provides the fonts and character maps that pdf.js requests. pdf.js creates an instance for each file. */
export class BuiltInData {
  async fetch({ kind, filename }: Wanted): Promise<Uint8Array> {
    const all = kind === 'cMapUrl' ? characterMaps : kind === 'standardFontDataUrl' ? fonts : {}
    const folder = kind === 'cMapUrl' ? 'cmaps' : 'standard_fonts'
    const read = all[`../../node_modules/pdfjs-dist/${folder}/${filename}`]
    if (read === undefined) throw new Error(`No such font or character map: ${filename}`)
    const dataUrl = await read()
    return fromBase64(dataUrl.slice(dataUrl.indexOf(',') + 1))
  }
}
