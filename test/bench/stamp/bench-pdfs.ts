import { writeRawPdf } from '#test/fixtures/pdf/raw-pdf.ts'
import { createRandom } from '#test/fixtures/random.ts'

const side = 64

/**
 * A report of `pages` pages, each with some text and a picture of `pictureBytes` incompressible bytes, like a scanned
 * page. Returns the same bytes each time.
 */
export const buildReport = (pages: number, pictureBytes: number): Uint8Array => {
  const random = createRandom(7)
  const first = 4
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${Array.from({ length: pages }, (_, page) => `${first + page * 3} 0 R`).join(' ')}]/Count ${pages}/MediaBox[0 0 612 792]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  for (let page = 0; page < pages; page += 1) {
    const number = first + page * 3
    const content = `q 540 0 0 600 36 96 cm /Im Do Q BT /F1 12 Tf 36 740 Td (Page ${page + 1}) Tj ET`
    const height = Math.floor(pictureBytes / side)
    const picture = Buffer.alloc(height * side)
    for (let at = 0; at < picture.length; at += 1) picture[at] = Math.floor(random() * 256)
    const entries = `/Type/XObject/Subtype/Image/Width ${side}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`
    objects.push(
      `<</Type/Page/Parent 2 0 R/Contents ${number + 1} 0 R/Resources<</Font<</F1 3 0 R>>/XObject<</Im ${number + 2} 0 R>>>>>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      `<<${entries}/Length ${picture.length}>>\nstream\n${picture.toString('latin1')}\nendstream`,
    )
  }
  return writeRawPdf(objects)
}
