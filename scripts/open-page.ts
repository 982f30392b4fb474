import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium } from './find-chromium.ts'

/**
 * How long the file with the address is kept. By then, even a browser that starts slowly on a busy computer has read
 * it.
 */
const fileLivesMs = 60_000

/** Returns the address for use in HTML. */
const toAttribute = (address: string): string =>
  address.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/**
 * Writes a page that leads to `address` into a new folder that only this user can read, and returns its file. Other
 * accounts of the computer can list the arguments of every process, so the token must not be an argument.
 */
const writeLeadingPage = (address: string): { readonly file: string; remove(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-open-'))
  const file = join(folder, 'atrium.html')
  const refresh = `<meta http-equiv="refresh" content="0;url=${toAttribute(address)}">`
  const html = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">${refresh}<title>Atrium</title>\n`
  writeFileSync(file, html, { mode: 0o600, flag: 'wx' })
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Shows a page on this computer: in its own window if a Chromium-family browser is found, else in the default program
 * for pages. Best effort: the address has already been printed, so a failure is not reported. Returns the function that
 * removes the file that leads to the page; the file is removed after a minute in any case.
 */
export const openPage = (address: string): (() => void) => {
  const { file, remove } = writeLeadingPage(address)
  const url = pathToFileURL(file).href
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
  setTimeout(remove, fileLivesMs).unref()
  return remove
}
