import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const file = 'scan-video.webm'

/**
 * Returns the film's URL. In the source tree the film is with the other resources; in the build it is in `demo/` beside
 * the program's main file or one level up.
 */
const findVideo = (): URL => {
  const places = import.meta.url.endsWith('.ts') ? ['../../../resources/demo/'] : ['./demo/', '../demo/']
  const found = places
    .map((place) => new URL(`${place}${file}`, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)))
  if (found === undefined) throw new Error(`${file} is missing`)
  return found
}

/** Reads the film that the demo uses for every member: made-up slices, marked as a demonstration. */
export const readDemoVideo = async (): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }> => ({
  contentType: 'video/webm',
  bytes: await readFile(findVideo()),
})
