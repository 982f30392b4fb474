/**
 * Returns the URL of one of our own threads, by its name without extension (`sqlite.worker`) and the `import.meta.url`
 * of the file beside it. In the source tree it is beside that file; in the bundle all threads are beside each other,
 * whichever chunk the code is in.
 */
export const workerURL = (name: string, from: string): URL => {
  const file = `./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`
  const folder = new URL('.', from)
  return folder.pathname.endsWith('/chunks/') ? new URL(`.${file}`, folder) : new URL(file, folder)
}
