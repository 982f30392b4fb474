import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSources } from './cruise.ts'

/**
 * The day on which each major version of Electron was released. Add a line with each upgrade, from `npm view electron
 * time`.
 */
const released: Readonly<Record<string, string>> = { 45: '2026-10-21' }
/** Electron fixes its latest three major versions, and releases one every eight weeks. */
const supportedDays = 3 * 8 * 7
const dayMs = 86_400_000

/**
 * Uses of Electron that make a program less safe, with the only files that may contain them. Each such file has its own
 * tests. The settings of a window are in one file, so that an object spread cannot hide another value.
 */
const rules: readonly { readonly form: RegExp; readonly in: readonly string[]; readonly why: string }[] = [
  // The file with these settings has its own test. In other files their names are not allowed, whatever the value is.
  {
    form: /\b(?:nodeIntegration(?:InWorker|InSubFrames)?|contextIsolation|webSecurity|allowRunningInsecureContent)\b/,
    in: ['main/shells/electron/page-protection.ts'],
    why: 'changes the protection of a page',
  },
  {
    form: /\b(?:webviewTag|navigateOnDragDrop)\b|\bsandbox['"\]]*\s*[:=](?!["'])/,
    in: ['main/shells/electron/page-protection.ts'],
    why: 'changes the protection of a page',
  },
  {
    form: /\bexperimentalFeatures\b|\b(?:enable|disable)BlinkFeatures\b/,
    in: [],
    why: 'turns on untested parts of Chromium',
  },
  { form: /<webview\b|\ballowpopups\b/, in: [], why: 'embeds pages that have their own settings' },
  { form: /\bloadFile\(|\bfile:\/\/\//, in: [], why: 'shows a page that can read files' },
  {
    form: /\bBrowserView\b|\bWebContentsView\b|\b@electron\/remote\b/,
    in: [],
    why: 'shows pages without the rules for windows',
  },
  { form: /\bcommandLine\.append/, in: [], why: 'adds a Chromium switch' },
  { form: /'unsafe-(?:inline|eval|hashes)'/, in: [], why: 'weakens a content security policy' },
  { form: /\brejectUnauthorized: false|'certificate-error'/, in: [], why: 'accepts certificates that are not valid' },
  {
    form: /\bnew BrowserWindow\b|import \{[^}]*(?<!type )\bBrowserWindow\b[^}]*\} from 'electron'/,
    in: [
      'main/shells/electron/window.ts',
      'main/shells/electron/provider-window.ts',
      'main/shells/electron/ask-for-proxy-sign-in.ts',
    ],
    why: 'opens a window',
  },
  {
    form: /\bopenExternal\(|\bopenPath\(|\bshowItemInFolder\(/,
    in: ['main/shells/electron/run-electron.ts'],
    why: 'opens another program',
  },
  {
    form: /import[^;{]*\{[^}]*\bas\b[^}]*\} from 'electron'|import \*[^;]*'electron'|import \w+ from 'electron'|\b(?:require|import)\(\s*['"`]electron['"`]/,
    in: [],
    why: 'imports Electron under another name',
  },
  {
    form: /\bipcMain\b(?!\??\.|\[)/,
    in: ['main/shells/electron/ipc-transport.ts', 'main/shells/electron/run-electron.ts'],
    why: 'uses the module that adds channels',
  },
  {
    form: /\bipcMain(?:\??\.\w+|\[)|\bipc\b['"\]]*\??\./,
    in: ['main/shells/electron/ipc-transport.ts'],
    why: 'adds a channel without checking its sender',
  },
  { form: /\bipcRenderer\b/, in: ['preload/electron.ts'], why: 'calls main without the bridge' },
  { form: /\bcontextBridge\b/, in: ['preload/electron.ts'], why: 'gives a page another function' },
  {
    form: /\bexecuteJavaScript\(/,
    in: ['main/shells/electron/provider-window.ts'],
    why: 'runs text as code in a page',
  },
  { form: /\bsetCertificateVerifyProc\(/, in: [], why: 'overrides which certificates are valid' },
  {
    form: /\bregisterSchemesAsPrivileged\(|\bsetAsDefaultProtocolClient\(/,
    in: ['main/shells/electron/run-electron.ts', 'main/shells/electron/app-links.ts'],
    why: 'adds a scheme',
  },
]

const product = /^(?:main|preload|renderer|contract|domain|runtime|paper)\//

/** Returns the code without its comments, which may name the uses that they warn about. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*/g, '')

const readVersion = (root: string): string => {
  const file = join(root, 'package.json')
  const { devDependencies } = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as {
    readonly devDependencies?: Readonly<Record<string, string>>
  }
  return devDependencies?.electron ?? ''
}

/**
 * Returns the problems with the use of Electron at `root`: a version that gets no security fixes at `now` (epoch
 * milliseconds), and each use of its API that the rules above do not allow.
 */
export const checkElectron = (root: string, now: number): string[] => {
  const version = readVersion(root)
  const start = released[version.split('.')[0] ?? '']
  const problems: string[] = []
  if (start === undefined) problems.push(`package.json: add the release of Electron ${version} to check-electron.ts`)
  else if (now > Date.parse(start) + supportedDays * dayMs)
    problems.push(
      `package.json: Electron ${version} of ${start} gets no more security fixes; install a newer major version`,
    )
  for (const path of listSources(root).filter((name) => product.test(name))) {
    const text = withoutComments(readFileSync(join(root, path), 'utf8'))
    for (const { form, in: allowed, why } of rules) {
      if (form.test(text) && !allowed.includes(path)) problems.push(`${path}: ${form.exec(text)?.[0]} ${why}`)
    }
  }
  return problems
}
