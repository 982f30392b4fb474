import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { app, autoUpdater } from 'electron'
import { differsFromVerified } from './replace-program.ts'

/** How long Squirrel.Mac may take to unpack and check the new program and to end the old program, in milliseconds. */
const patienceMs = 5 * 60_000

/**
 * Lets Squirrel.Mac, which is part of Electron, replace the program with the zip file at `path`. Squirrel.Mac compares
 * the signature of the new program with that of the running program. It then ends the running program and starts the
 * new one, so this function never resolves. Rejects if the bytes differ from `sha256` (hex), or if Squirrel.Mac refuses
 * them or takes longer than five minutes.
 *
 * Squirrel.Mac accepts an update only from a URL. The verified bytes are therefore served from memory, on this computer
 * only, at a URL that no other program knows.
 */
export const installMacUpdate = async (path: string, sha256: string): Promise<never> => {
  const bytes = await readFile(path)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw differsFromVerified()
  const secret = `/${randomUUID()}`
  const server = createServer((request, response) => {
    if (request.url === secret) response.end(JSON.stringify({ url: `${address()}${secret}.zip` }))
    else if (request.url === `${secret}.zip`) response.end(bytes)
    else response.writeHead(404).end()
  })
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    autoUpdater.setFeedURL({ url: `${address()}${secret}` })
    // Rejects on `error`, which is emitted instead of `update-downloaded`.
    const taken = once(autoUpdater, 'update-downloaded', { signal: AbortSignal.timeout(patienceMs) })
    autoUpdater.checkForUpdates()
    await taken
  } finally {
    server.close()
    server.closeAllConnections()
  }
  // Everything has already been stopped, so no listener may delay the end of the program now.
  app.removeAllListeners('before-quit')
  autoUpdater.quitAndInstall()
  await new Promise((done) => setTimeout(done, patienceMs))
  throw new Error('Squirrel.Mac did not end the program.')
}
