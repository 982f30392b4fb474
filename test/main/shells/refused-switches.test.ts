import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  findRefusedSwitches,
  refusedNames,
  refusedVariables,
  removeRefusedVariables,
} from '#main/shells/electron/refused-switches.ts'
import type { Child } from '#test/fixtures/child.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'

const ENTRY = join(import.meta.dirname, '../../fixtures/shells/electron-entry.ts')

/** Each entry of the list, with an example of a Chromium, Electron or Node switch that it matches. */
const examples: readonly (readonly [entry: string, name: string])[] = [
  ['remote-*', 'remote-debugging-pipe'],
  ['inspect*', 'inspect-brk-node'],
  ['debug', 'debug'],
  ['debug-*', 'debug-brk'],
  ['js-flags', 'js-flags'],
  ['enable-automation', 'enable-automation'],
  ['headless', 'headless'],
  ['auto-open-devtools*', 'auto-open-devtools-for-tabs'],
  ['custom-devtools-*', 'custom-devtools-frontend'],
  ['enable-logging', 'enable-logging'],
  ['log-file', 'log-file'],
  ['log-net-log', 'log-net-log'],
  ['net-log-*', 'net-log-capture-mode'],
  ['ssl-key-log-file', 'ssl-key-log-file'],
  ['vmodule', 'vmodule'],
  ['trace-*', 'trace-startup'],
  ['prof', 'prof'],
  ['prof-*', 'prof-process'],
  ['cpu-prof*', 'cpu-prof-dir'],
  ['heap-prof*', 'heap-prof'],
  ['wait-for-debugger*', 'wait-for-debugger-children'],
  ['no-sandbox', 'no-sandbox'],
  ['disable-*-sandbox', 'disable-seccomp-filter-sandbox'],
  ['gpu-sandbox-*', 'gpu-sandbox-failures-fatal'],
  ['single-process', 'single-process'],
  ['in-process-gpu', 'in-process-gpu'],
  ['no-zygote', 'no-zygote'],
  ['disable-web-security', 'disable-web-security'],
  ['disable-site-isolation*', 'disable-site-isolation-for-policy'],
  ['allow-running-insecure-content', 'allow-running-insecure-content'],
  ['allow-file-access*', 'allow-file-access-from-files'],
  ['allow-insecure-localhost', 'allow-insecure-localhost'],
  ['unsafely-*', 'unsafely-disable-devtools-self-xss-warnings'],
  ['enable-features', 'enable-features'],
  ['disable-features', 'disable-features'],
  ['*-blink-features', 'enable-blink-features'],
  ['force-fieldtrial*', 'force-fieldtrial-params'],
  ['enable-field-trial-config', 'enable-field-trial-config'],
  ['allow-sandbox-debugging', 'allow-sandbox-debugging'],
  ['*-startup-dialog', 'renderer-startup-dialog'],
  ['enable-experimental-*', 'enable-experimental-web-platform-features'],
  ['enable-unsafe-*', 'enable-unsafe-webgpu'],
  ['use-fake-*', 'use-fake-device-for-media-stream'],
  ['auto-accept-*', 'auto-accept-camera-and-microphone-capture'],
  ['auto-select-*', 'auto-select-desktop-capture-source'],
  ['test-type', 'test-type'],
  ['proxy-*', 'proxy-bypass-list'],
  ['no-proxy-server', 'no-proxy-server'],
  ['host-rules', 'host-rules'],
  ['host-resolver-rules', 'host-resolver-rules'],
  ['ignore-certificate-errors*', 'ignore-certificate-errors-spki-list'],
  ['tls-*', 'tls-keylog'],
  ['auth-server-*', 'auth-server-allowlist'],
  ['auth-negotiate-*', 'auth-negotiate-delegate-allowlist'],
  ['explicitly-allowed-ports', 'explicitly-allowed-ports'],
  ['disable-ntlm-v2', 'disable-ntlm-v2'],
  ['use-openssl-ca', 'use-openssl-ca'],
  ['ssl-version-*', 'ssl-version-min'],
  ['load-*', 'load-extension'],
  ['disable-extensions-except', 'disable-extensions-except'],
  ['register-pepper-plugins', 'register-pepper-plugins'],
  ['renderer-cmd-prefix', 'renderer-cmd-prefix'],
  ['utility-cmd-prefix', 'utility-cmd-prefix'],
  ['gpu-launcher', 'gpu-launcher'],
  ['browser-subprocess-path', 'browser-subprocess-path'],
  ['require', 'require'],
  ['import', 'import'],
  ['loader', 'loader'],
  ['experimental-loader', 'experimental-loader'],
  ['env-file*', 'env-file-if-exists'],
  ['user-data-dir', 'user-data-dir'],
  ['disk-cache-dir', 'disk-cache-dir'],
]

const variables = [
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  'ELECTRON_NO_ASAR',
  'ELECTRON_FORCE_IS_PACKAGED',
  'ELECTRON_OVERRIDE_DIST_PATH',
  'ELECTRON_DISABLE_SANDBOX',
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_EXTRA_CA_CERTS',
  'NODE_V8_COVERAGE',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_PATH',
  'NODE_COMPILE_CACHE',
  'NODE_USE_ENV_PROXY',
  'SSLKEYLOGFILE',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
]

describe('the command line of a packaged program', () => {
  it.each([
    ...[
      '--remote-debugging-port=9222',
      '--remote-debugging-pipe',
      '--remote-allow-origins=*',
      '--inspect',
      '--inspect-brk=0',
    ],
    ...['--inspect-port=1', '--debug', '--js-flags=--expose-gc', '--disable-web-security', '--no-sandbox'],
    ...['--disable-gpu-sandbox', '--disable-setuid-sandbox', '--single-process', '--proxy-server=http://10.0.0.9:8080'],
    ...[
      '--proxy-pac-url=http://10.0.0.9/x',
      '--no-proxy-server',
      '--host-rules=MAP * 10.0.0.9',
      '--host-resolver-rules=MAP * 1',
    ],
    ...['--ignore-certificate-errors', '--ignore-certificate-errors-spki-list=x', '--load-extension=/tmp/x'],
    ...['--disable-site-isolation-trials', '--disable-features=IsolateOrigins', '--enable-blink-features=X'],
    ...[
      '--unsafely-treat-insecure-origin-as-secure=http://x',
      '--allow-running-insecure-content',
      '--user-data-dir=/tmp/x',
    ],
    ...[
      '--renderer-cmd-prefix=gdb',
      '--browser-subprocess-path=/tmp/x',
      '--require=/tmp/x.js',
      '--ssl-key-log-file=/tmp/x',
    ],
    ...['--log-net-log=/tmp/x', '--use-fake-ui-for-media-stream', '--auth-server-allowlist=*', '--enable-automation'],
    // Other ways to write a switch.
    ...[
      '-remote-debugging-port=1',
      ' --remote-debugging-port=1',
      '\u0085--remote-debugging-port=1',
      '--inspect\u180e',
      '--REMOTE-DEBUGGING-PORT=1',
      '--inspect_brk',
    ],
  ])('must not have %s', (argument) => {
    expect(findRefusedSwitches(['--data', '/tmp/x', argument], 'linux')).toHaveLength(1)
    expect(findRefusedSwitches([argument], 'win32')).toHaveLength(1)
  })

  it('must not have a switch with a slash on Windows', () => {
    expect(findRefusedSwitches(['/remote-debugging-port=1'], 'win32')).toEqual(['remote-debugging-port'])
    expect(findRefusedSwitches(['/remote-debugging-port=1'], 'linux')).toEqual([])
  })

  it.each([
    ...[
      '--data',
      '--data-folder',
      '--back-office',
      '--back-office-mode',
      '--demo',
      '--demo-mode',
      '--data=/tmp/inspect',
    ],
    ...[
      '--force-device-scale-factor=2',
      '--lang=fr',
      '--ozone-platform=wayland',
      '--disable-gpu',
      '--updated',
      '--force-run',
    ],
    ...[
      '-psn_0_12345',
      'atrium://admin/study/s-1?remote-debugging-port=1',
      '/tmp/remote-debugging-port',
      '--remote',
      '',
    ],
  ])('can have %s', (argument) => {
    expect(findRefusedSwitches([argument], 'darwin')).toEqual([])
  })

  it('can have anything after the argument `--`, which ends the switches', () => {
    expect(findRefusedSwitches(['--demo', '--', '--inspect'], 'linux')).toEqual([])
  })

  it.each(['\u00a0--', '--\u00a0', '\ufeff--', '\u2003--', ' --', '--\n', '---'])(
    'does not end at %j, because Chromium reads the switches after it',
    (end) => {
      expect(findRefusedSwitches([end, '--remote-debugging-port=9222'], 'linux')).toEqual(['remote-debugging-port'])
    },
  )

  it('is tested with an example of each entry of the list', () => {
    expect(examples.map(([entry]) => entry)).toEqual(refusedNames)
  })

  it.each(examples)('must not have a switch that the entry %s matches: %s', (_entry, name) => {
    expect(findRefusedSwitches([`--${name}=1`], 'linux')).toEqual([name])
  })

  it.each(variables)('is checked together with the environment, which loses the variable %s', (name) => {
    expect(refusedVariables).toEqual(variables)
    const environment: NodeJS.ProcessEnv = { [name]: '1', [`${name}_X`]: '1' }
    expect(removeRefusedVariables(environment)).toBe(true)
    expect(environment).toEqual({ [`${name}_X`]: '1' })
  })

  it('is checked together with the environment, which loses only variables that load code or weaken connections', () => {
    const environment: NodeJS.ProcessEnv = {
      PATH: '/bin',
      ATRIUM_CRM_URL: 'https://crm.example',
      NODE_OPTIONS: '--require /tmp/x.js',
      Node_Tls_Reject_Unauthorized: '0',
      ELECTRON_RUN_AS_NODE: '1',
      SSLKEYLOGFILE: '/tmp/keys',
    }
    expect(removeRefusedVariables(environment)).toBe(true)
    expect(environment).toEqual({ PATH: '/bin', ATRIUM_CRM_URL: 'https://crm.example' })
    expect(removeRefusedVariables(environment)).toBe(false)
  })
})

describe('a start of the packaged program, with the stand-in for Electron', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-data-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const start = (packaged: '0' | '1', args: readonly string[], env: Readonly<Record<string, string>> = {}): Child =>
    startElectron(ENTRY, ['--demo', '--data', folder, ...args], {
      ATRIUM_TEST_PACKAGED: packaged,
      // Without a browser the start ends when the app would be ready.
      ATRIUM_TEST_CDP: '',
      ATRIUM_TEST_ELECTRON_RECORD: join(folder, 'record.jsonl'),
      ...env,
    })
  const calls = (): string[] =>
    readFileSync(join(folder, 'record.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly call: string }).call)
  const log = (): string => readFileSync(join(folder, 'logs/atrium.log'), 'utf8')

  it('ends before the app is ready if a switch is refused, says why and writes a line in the log', async () => {
    const child = start('1', ['--remote-debugging-port=0', '--no-sandbox'])
    expect(await child.ended()).toBe(2)
    expect(child.errors()).toContain('The command line has --remote-debugging-port')
    expect(log()).toContain('"code":"program.switch-refused"')
    expect(calls()).toEqual(['commandLine.removeSwitch', 'commandLine.removeSwitch'])
  })

  it.each([
    ['a path of Windows', 'C:\\Program Files\\Atrium\\resources\\app.asar\\dist'],
    ['a path of another system', '/opt/Atrium/resources/app.asar/dist'],
  ])(
    'also ends if its file is named like Electron’s own and only its path shows that it is packaged: %s',
    async (_what, dist) => {
      const child = start('0', ['--remote-debugging-port=0'], { ATRIUM_TEST_DIST: dist })
      expect(await child.ended()).toBe(2)
      expect(calls()).toEqual(['commandLine.removeSwitch'])
    },
  )

  it('removes a variable that turns off the check of certificates, and writes a line in the log', async () => {
    const child = start('1', [], { NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    await child.ended()
    expect(log()).toContain('"code":"program.variable-removed"')
    expect(calls()).toContain('app.enableSandbox')
  })

  it('accepts the switch and the variable when it runs from its sources', async () => {
    const child = start('0', ['--remote-debugging-port=0'], { NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    await child.ended()
    expect(child.errors()).not.toContain('The command line has')
    expect(calls()).toContain('app.enableSandbox')
  })
})
