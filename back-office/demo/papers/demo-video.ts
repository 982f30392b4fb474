import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const file = 'scan-video.webm'

/** From source the film lies with the other resources; in the build beside the entry, perhaps one level up. */
const findVideo = (): URL => {
  const places = import.meta.url.endsWith('.ts') ? ['../../../resources/demo/'] : ['./demo/', '../demo/']
  const found = places
    .map((place) => new URL(`${place}${file}`, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)))
  if (found === undefined) throw new Error(`${file} is missing`)
  return found
}

/** The film that a demo gives out as anybody's: slices of a body that never was, marked as a demonstration. */
export const readDemoVideo = async (): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }> => ({
  contentType: 'video/webm',
  bytes: await readFile(findVideo()),
})
