import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { drawPictures } from './cruise.ts'
import { projectRoot } from './project.ts'
import { productFolders } from './source-folders.ts'

const BEGIN = '<!-- picture: written by scripts/picture.ts from the imports themselves -->'
const END = '<!-- end of picture -->'

/**
 * Returns the text of docs/structure.md twice: as it is, and with new pictures of the imports at `root`. Throws when
 * the file lacks the markers around its pictures. `cruised` has the imports, if they were read already.
 */
export const redrawPicture = async (
  root: string,
  cruised?: Promise<ICruiseResult>,
): Promise<{ path: string; before: string; after: string }> => {
  const path = join(root, 'docs/structure.md')
  const before = readFileSync(path, 'utf8')
  const from = before.indexOf(BEGIN)
  const to = before.indexOf(END)
  if (from < 0 || to < from) throw new Error('docs/structure.md lacks the markers around its pictures')
  const pictures = await drawPictures(root, productFolders, cruised)
  const parts = pictures.map(({ title, text }) => `### ${title}\n\n\`\`\`mermaid\n${text}\n\`\`\`\n`)
  const drawing = `${BEGIN}\n${parts.join('\n')}`
  return { path, before, after: before.slice(0, from) + drawing + before.slice(to) }
}

if (import.meta.main) {
  const { path, before, after } = await redrawPicture(projectRoot)
  writeFileSync(path, after)
  console.log(before === after ? 'The pictures were up to date.' : 'Updated the pictures in docs/structure.md.')
}
