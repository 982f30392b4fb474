import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const onPath = (name: string): string[] => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))

const underPrograms = (path: string): string[] =>
  [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, path))

const candidates = (): string[] => {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  if (process.platform === 'win32')
    return [
      ...underPrograms('Google\\Chrome\\Application\\chrome.exe'),
      ...underPrograms('Microsoft\\Edge\\Application\\msedge.exe'),
    ]
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'].flatMap(onPath)
}

/**
 * Returns a Chromium-family browser on this machine: CHROMIUM_PATH if that file exists, else one at the usual paths;
 * undefined if there is none.
 */
export const findChromium = (): string | undefined =>
  process.env.CHROMIUM_PATH && existsSync(process.env.CHROMIUM_PATH)
    ? process.env.CHROMIUM_PATH
    : candidates().find((path) => existsSync(path))

/**
 * Returns a browser for pages that are not shown: HEADLESS_SHELL_PATH if that file exists, else the headless shell that
 * Debian packages with Chromium, else a whole Chromium. The shell has the same engine without the browser's interface,
 * and opens a page with a quarter less processor time.
 */
export const findHeadlessShell = (): string | undefined =>
  process.env.HEADLESS_SHELL_PATH && existsSync(process.env.HEADLESS_SHELL_PATH)
    ? process.env.HEADLESS_SHELL_PATH
    : (onPath('chromium-headless-shell').find((path) => existsSync(path)) ?? findChromium())

/**
 * The features of Chromium that tests turn off, for `--disable-features`. With ScriptStreaming, Chromium compiles a
 * script while it arrives, again for each page. Without it, Chromium uses its cache of compiled scripts, which saves a
 * fifth of the CPU time of a page. The other features are those that Playwright turns off: they are repeated here,
 * because a second `--disable-features` flag replaces the first.
 */
export const disabledFeatures = [
  'ScriptStreaming',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
].join(',')
