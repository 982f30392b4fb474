/**
 * Returns the URL of a worker's script. `name` is the script's name without extension (`sqlite.worker`); `from` is the
 * caller's `import.meta.url`. In the source tree the script is in the caller's folder. In the build all scripts and
 * chunks are in one folder. If the caller is in a folder `chunks`, the script is in the folder above `chunks`.
 */
export const workerURL = (name: string, from: string): URL => {
  const file = `./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`
  const folder = new URL('.', from)
  return folder.pathname.endsWith('/chunks/') ? new URL(`.${file}`, folder) : new URL(file, folder)
}
