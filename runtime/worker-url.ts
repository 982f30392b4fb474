/**
 * Returns where a thread of ours is, by its name without ending (`sqlite.worker`) and the `import.meta.url` of the file beside
 * it: as a source beside that file; in the bundle all threads lie flat beside each other, whatever chunk the code went into.
 */
export const workerURL = (name: string, from: string): URL => {
  const file = `./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`
  const folder = new URL('.', from)
  return folder.pathname.endsWith('/chunks/') ? new URL(`.${file}`, folder) : new URL(file, folder)
}
