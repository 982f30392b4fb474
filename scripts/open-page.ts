import { spawn } from 'node:child_process'
import { findChromium } from './find-chromium.ts'

/**
 * Shows a page on this computer: in its own window if a Chromium-family browser is found, else in the default program
 * for web addresses. Best effort: the address has already been printed, so a failure is not reported.
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
