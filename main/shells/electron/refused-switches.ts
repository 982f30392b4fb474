import type { App, Dialog } from 'electron'
import { toInstant } from '#domain/values/instant.ts'
import type { Log } from '#runtime/log.ts'
import { openLogFile } from '#runtime/log-file.ts'

/**
 * Switches of Chromium and Node that let another program control this one, read its traffic or load code into it. A
 * `*` in a name means any text. Electron's fuses do not cover Chromium's switches.
 * @internal A test has an example of each.
 */
export const refusedNames: readonly string[] = [
  // Control from outside: debuggers, recorders and automation.
  ...['remote-*', 'inspect*', 'debug', 'debug-*', 'js-flags', 'enable-automation', 'headless', 'auto-open-devtools*'],
  ...['custom-devtools-*', 'enable-logging', 'log-file', 'log-net-log', 'net-log-*', 'ssl-key-log-file', 'vmodule'],
  ...['trace-*', 'prof', 'prof-*', 'cpu-prof*', 'heap-prof*', 'wait-for-debugger*'],
  // Less protection of pages.
  ...['no-sandbox', 'disable-*-sandbox', 'gpu-sandbox-*', 'single-process', 'in-process-gpu', 'no-zygote'],
  ...['disable-web-security', 'disable-site-isolation*', 'allow-running-insecure-content', 'allow-file-access*'],
  ...['allow-insecure-localhost', 'unsafely-*', 'enable-features', 'disable-features', '*-blink-features'],
  ...['force-fieldtrial*', 'enable-field-trial-config', 'allow-sandbox-debugging', '*-startup-dialog'],
  ...['enable-experimental-*', 'enable-unsafe-*', 'use-fake-*', 'auto-accept-*', 'auto-select-*', 'test-type'],
  // Another network, or certificates that are not checked.
  ...['proxy-*', 'no-proxy-server', 'host-rules', 'host-resolver-rules', 'ignore-certificate-errors*', 'tls-*'],
  ...[
    'auth-server-*',
    'auth-negotiate-*',
    'explicitly-allowed-ports',
    'disable-ntlm-v2',
    'use-openssl-ca',
    'ssl-version-*',
  ],
  // Code that is not ours, or another profile.
  ...['load-*', 'disable-extensions-except', 'register-pepper-plugins', 'renderer-cmd-prefix', 'utility-cmd-prefix'],
  ...['gpu-launcher', 'browser-subprocess-path', 'require', 'import', 'loader', 'experimental-loader', 'env-file*'],
  ...['user-data-dir', 'disk-cache-dir'],
]

/**
 * Variables of the environment with the same effects. Fuses make a packaged program ignore some of them; its workers
 * and the programs that it starts would still receive them. Decision 266 names those that have already taken effect in
 * main before this code runs.
 * @internal A test compares the list with its own list.
 */
export const refusedVariables: readonly string[] = [
  ...['ELECTRON_RUN_AS_NODE', 'ELECTRON_ENABLE_LOGGING', 'ELECTRON_LOG_FILE', 'ELECTRON_NO_ASAR'],
  ...['ELECTRON_FORCE_IS_PACKAGED', 'ELECTRON_OVERRIDE_DIST_PATH', 'ELECTRON_DISABLE_SANDBOX'],
  ...['NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'NODE_V8_COVERAGE', 'NODE_DEBUG'],
  ...['NODE_DEBUG_NATIVE', 'NODE_REPL_EXTERNAL_MODULE', 'NODE_PATH', 'NODE_COMPILE_CACHE', 'NODE_USE_ENV_PROXY'],
  ...['SSLKEYLOGFILE', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'OPENSSL_CONF', 'OPENSSL_MODULES'],
]

const escapeForm = (text: string): string => text.replace(/[.\\^$+?()[\]{}|-]/g, '\\$&').replaceAll('*', '.*')
const refusedForm = new RegExp(`^(?:${refusedNames.map(escapeForm).join('|')})$`)

/**
 * Returns the name of a switch as Chromium reads it; null if the argument is not a switch. Only Windows has the form
 * `/name`.
 */
const nameOf = (argument: string, platform: NodeJS.Platform): string | null => {
  // Chromium treats some characters as spaces that JavaScript does not, for example U+0085. The name of a switch
  // neither begins nor ends with a character outside ASCII.
  const text = argument.replace(/^[^!-~]+|[^!-~]+$/g, '')
  const [, name] = (platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(text) ?? []
  return name?.toLowerCase().replaceAll('_', '-') ?? null
}

/**
 * Returns the names of the switches that a packaged program refuses. `args` are the arguments after the program's name.
 * Chromium reads no switch after `--`.
 * @internal Tests check many names without starting the program.
 */
export const findRefusedSwitches = (args: readonly string[], platform: NodeJS.Platform): readonly string[] => {
  // The comparison is exact: if `--` has a space beside it that `trim` removes and Chromium does not remove, Chromium
  // reads the switches that follow.
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end))
    .map((argument) => nameOf(argument, platform))
    .filter((name) => name !== null)
    .filter((name) => refusedForm.test(name))
}

/**
 * Removes the variables that a packaged program does not accept, and returns whether there were any.
 * @internal Tests check it without starting the program.
 */
export const removeRefusedVariables = (environment: NodeJS.ProcessEnv): boolean => {
  const found = Object.keys(environment).filter((name) => refusedVariables.includes(name.toUpperCase()))
  for (const name of found) delete environment[name]
  return found.length > 0
}

/**
 * Returns whether a program was packaged. `app.isPackaged` alone compares the name of the program file, which a person
 * may be able to change; `distFolder` of a packaged program is in its archive.
 */
export const isInstalled = (app: Pick<App, 'isPackaged'>, distFolder: string): boolean =>
  app.isPackaged || distFolder.split(/[\\/]/).includes('app.asar')

/**
 * Returns whether an installed program may start with its command line, and otherwise shows the reason and ends the
 * program. Refused variables are removed and do not end the program. Call this function before the app is ready:
 * Electron opens a port for debuggers only then.
 */
export const mayStart = (
  { app, dialog }: { readonly app: App; readonly dialog: Pick<Dialog, 'showErrorBox'> },
  dataFolder: string,
): boolean => {
  const log: Log = (...line) =>
    openLogFile(
      dataFolder,
      () => toInstant(Date.now()),
      (text) => process.stderr.write(text),
    )(...line)
  if (removeRefusedVariables(process.env)) log('warning', 'program.variable-removed')
  const names = findRefusedSwitches(process.argv.slice(1), process.platform)
  const [first] = names
  if (first === undefined) return true
  for (const name of names) app.commandLine.removeSwitch(name)
  log('error', 'program.switch-refused')
  dialog.showErrorBox(
    'Atrium cannot start',
    `The command line has --${first}, which would make the program less safe. Remove it from the shortcut or script that starts Atrium.`,
  )
  app.exit(2)
  return false
}
