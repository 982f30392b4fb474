import { spawn } from 'node:child_process'
import { findChromium } from './find-chromium.ts'

/**
 * Shows a page to the person at the desk: in a window of its own where a Chromium-family browser is found, else in whatever
 * opens web addresses here. Best effort: the address has been printed already, so a failure is not reported.
 */
export const openPage = (url: string): void => {
  const chromium = findChromium()
  const [program, args] =
    chromium !== undefined
      ? [chromium, [`--app=${url}`]]
      : process.platform === 'darwin'
        ? ['open', [url]]
        : process.platform === 'win32'
          ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
          : ['xdg-open', [url]]
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
