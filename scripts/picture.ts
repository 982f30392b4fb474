import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPictures } from './cruise.ts'
import { projectRoot } from './project.ts'

const BEGIN = '<!-- picture: written by scripts/picture.ts from the imports themselves -->'
const END = '<!-- end of picture -->'

/** ARCHITECTURE.md with its pictures drawn anew from the imports at `root`; throws where the markers are gone. */
export const redrawPicture = async (root: string): Promise<{ path: string; before: string; after: string }> => {
  const path = join(root, 'ARCHITECTURE.md')
  const before = readFileSync(path, 'utf8')
  const from = before.indexOf(BEGIN)
  const to = before.indexOf(END)
  if (from < 0 || to < from) throw new Error('ARCHITECTURE.md has lost the markers around its picture')
  const pictures = await drawPictures(root)
  const parts = pictures.map(({ title, text }) => `### ${title}\n\n\`\`\`mermaid\n${text}\n\`\`\`\n`)
  const drawing = `${BEGIN}\n${parts.join('\n')}`
  return { path, before, after: before.slice(0, from) + drawing + before.slice(to) }
}

if (import.meta.main) {
  const { path, before, after } = await redrawPicture(projectRoot)
  writeFileSync(path, after)
  console.log(before === after ? 'The picture was true already.' : 'Updated the picture in ARCHITECTURE.md.')
}
