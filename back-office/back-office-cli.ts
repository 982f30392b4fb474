import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { configurationWords } from '#domain/settings/configuration-words.ts'
import { type Environment, isProduction } from '#domain/settings/environment.ts'
import { lockDataFolder } from '#runtime/data-folder.ts'
import { type Log, toLogLine } from '#runtime/log.ts'
import { openServerLog } from '#runtime/log-file.ts'
import { readProgramVersion } from '#runtime/program-version.ts'
import { createSystemdNotify, type SystemdNotify } from '#runtime/systemd-notify.ts'
import type { BackupCommand } from './backup/backup-commands.ts'
import type { WalCommand } from './backup/postgresql/wal-commands.ts'
import { toPublicHosts } from './kernel/http/allowed-hosts.ts'
import { connectionFlags, readConnectionOptions } from './kernel/options/connection-options.ts'
import { type MllpSettings, mllpFlags, readMllpOptions } from './kernel/options/mllp-options.ts'
import { toReconciliation } from './kernel/options/money-settings.ts'
import { maxNamedAccounts, toNamedAccounts } from './kernel/options/named-accounts.ts'
import { readEnvironment } from './kernel/options/read-environment.ts'
import {
  hasPassword,
  passwordRefusal,
  readSecret,
  readVaultSecret,
  type SecretName,
  secretFlags,
} from './kernel/options/read-secrets.ts'
import { maxSupportPhoneChars, toSupportPhone } from './kernel/options/support-phone.ts'
import { readWatchingOptions, watchingFlags } from './kernel/options/watching-options.ts'
import { toCrmUrl } from './outside/crm/crm-url.ts'
import { toFaxUrl } from './outside/fax/fax-url.ts'
import { toSmtpUrl } from './outside/mail/smtp-url.ts'
import { toTwilioAccount, toTwilioUrl } from './outside/sms/twilio-account.ts'
import type { BackOffice } from './server.ts'

/**
 * Returns a line for the terminal with the name of this program. The start script of the archive sets ATRIUM_PROGRAM,
 * because a server has no npm (docs/server.md).
 */
const named = (line: string): string => {
  const program = process.env.ATRIUM_PROGRAM
  return program === undefined ? line : line.replaceAll('npm run back-office --', program)
}

const usage =
  'Usage: npm run back-office -- --port N --data DIR [--host ADDRESS] [--tls-cert FILE --tls-key FILE | --trusted-proxy CIDR,...] [--public-host NAME,...] [--demo] [--database postgres://... | --database-file FILE] [--key-file FILE] [--smtp-url URL | --smtp-url-file FILE] [--fax ipp://...] [--support-phone TEXT] [--reconciliation] [--mllp-port N --mllp-allow CIDR,... | --mllp-port N --mllp-tls-cert FILE --mllp-tls-key FILE --mllp-client-ca FILE] [--mllp-host ADDRESS] [--metrics-port N [--metrics-host ADDRESS]] [--log-folder DIR] [--otlp-endpoint URL]'

type Flags = {
  readonly port: number
  /** Where to listen, on localhost by default, and how connections are encrypted. */
  readonly connections: ReturnType<typeof readConnectionOptions>
  /** Where results of other systems are received over MLLP. */
  readonly mllp: MllpSettings | undefined
  /** Where Prometheus reads the metrics, and where the log is written besides the error output. */
  readonly watching: ReturnType<typeof readWatchingOptions>
  /** Host names of the server besides its own addresses. */
  readonly publicHosts: readonly string[]
  readonly data: string
  readonly demo: boolean
  readonly environment: Environment
  readonly database: string | undefined
  /** The file with the key of the SQLite database; without a key file the database is not encrypted. */
  readonly keyFile: string | undefined
  /** The support phone number in safety notices. */
  readonly supportPhone: string | undefined
  /** Whether finance's adjustments are shown and accepted. */
  readonly reconciliation: boolean | undefined
  readonly openPromoUsers: readonly string[]
  readonly preferredConsultUsers: readonly string[]
  /** The secrets from files or environment variables; those in the vault are read later. */
  readonly secrets: Readonly<
    Record<'stripe-secret-key' | 'stripe-publishable-key' | 'calendly-token' | 'twilio-auth-token', string | undefined>
  >
  /** The mail server. */
  readonly smtpUrl: string | undefined
  /** The account at the text-message gateway. */
  readonly twilioAccount: string | undefined
  /** The address of the gateway's API; the public one when absent. */
  readonly twilioUrl: string | undefined
  /** The fax server. */
  readonly faxUrl: string | undefined
  /** The address of the CRM's own pages. */
  readonly crmUrl: string | undefined
}

/** Reads the command-line flags (decisions §1); prints the problem and returns undefined when they are invalid. */
const readFlags = (args: readonly string[]): Flags | undefined => {
  const refuse = (problem: string): undefined => {
    console.error(named(`${problem}\n${usage}`))
    return undefined
  }
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        ...connectionFlags,
        ...mllpFlags,
        ...watchingFlags,
        ...secretFlags,
        'public-host': { type: 'string', default: process.env.ATRIUM_PUBLIC_HOSTS },
        data: { type: 'string' },
        demo: { type: 'boolean', default: false },
        database: { type: 'string' },
        reconciliation: { type: 'boolean' },
        fax: { type: 'string', default: process.env.ATRIUM_FAX_URL },
        'key-file': { type: 'string', default: process.env.ATRIUM_KEY_FILE },
        'smtp-url': { type: 'string' },
        'support-phone': { type: 'string', default: process.env.ATRIUM_SUPPORT_PHONE },
      },
    })
    if (values.port === undefined || !/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
      return refuse('--port must be a port number, or 0 for any free port.')
    }
    if (values.data === undefined || values.data === '') return refuse('Missing --data. Give the folder for the data.')
    const connections = readConnectionOptions(values)
    const mllp = readMllpOptions(values)
    const watching = readWatchingOptions(values, process.env)
    const secret = (name: SecretName) => readSecret(name, values, process.env)
    for (const flag of ['database', 'smtp-url'] as const) {
      if (hasPassword(values[flag] ?? '')) return refuse(passwordRefusal(flag))
    }
    const database = values.database ?? secret('database')
    if (database !== undefined && !/^postgres(ql)?:\/\/./.test(database)) {
      return refuse('--database must be a URL such as postgres://user@host/atrium.')
    }
    const publicHosts = toPublicHosts(values['public-host'])
    if (publicHosts === null)
      return refuse('--public-host must be a comma-separated list of host names such as atrium.clinic.example.')
    const smtpUrl = toSmtpUrl(values['smtp-url'] ?? secret('smtp-url'))
    if (smtpUrl === null) return refuse('--smtp-url must be a URL such as smtps://mail.example.')
    const twilioAccount = toTwilioAccount(process.env.TWILIO_ACCOUNT_SID)
    if (twilioAccount === null) return refuse('TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits.')
    const twilioUrl = toTwilioUrl(process.env.TWILIO_API_URL)
    if (twilioUrl === null) return refuse('TWILIO_API_URL must be a URL such as https://api.dublin.ie1.twilio.com.')
    const faxUrl = toFaxUrl(values.fax)
    if (faxUrl === null) return refuse('--fax must be a URL such as ipp://fax.example/ipp/faxout.')
    const supportPhone = toSupportPhone(values['support-phone'])
    if (supportPhone === null)
      return refuse(`--support-phone must be one line of at most ${maxSupportPhoneChars} characters.`)
    const openPromoUsers = toNamedAccounts(process.env.ATRIUM_OPEN_PROMO_USERS)
    if (openPromoUsers === null)
      return refuse(`ATRIUM_OPEN_PROMO_USERS must be a list of at most ${maxNamedAccounts} email addresses.`)
    const preferredConsultUsers = toNamedAccounts(process.env.ATRIUM_PREFERRED_CONSULT_USERS)
    if (preferredConsultUsers === null)
      return refuse(`ATRIUM_PREFERRED_CONSULT_USERS must be a list of at most ${maxNamedAccounts} email addresses.`)
    const crmUrl = toCrmUrl(process.env.ATRIUM_CRM_URL)
    if (crmUrl === null) return refuse('ATRIUM_CRM_URL must be a URL such as https://crm.example.')
    const reconciliation = values.reconciliation ?? toReconciliation(process.env.ATRIUM_RECONCILIATION)
    const { demo } = values
    const keyFile = values['key-file']
    if (keyFile?.trim() === '') return refuse("--key-file must name the file that has the database's key.")
    const chosen = readEnvironment(demo)
    if (!chosen.ok) return refuse(chosen.problem)
    return {
      port: Number(values.port),
      connections,
      mllp,
      watching,
      publicHosts,
      keyFile: keyFile === undefined ? undefined : resolve(keyFile),
      data: resolve(values.data),
      demo,
      environment: chosen.environment,
      database,
      supportPhone,
      reconciliation,
      openPromoUsers,
      preferredConsultUsers,
      secrets: {
        'stripe-secret-key': secret('stripe-secret-key'),
        'stripe-publishable-key': secret('stripe-publishable-key'),
        'calendly-token': secret('calendly-token'),
        'twilio-auth-token': secret('twilio-auth-token'),
      },
      smtpUrl,
      twilioAccount,
      twilioUrl,
      faxUrl,
      crmUrl,
    }
  } catch (error) {
    return refuse(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

/** Writes to the log file, if there is one. */
let writeToFile: ((line: string) => void) | undefined

const log: Log = (level, code, details) => {
  const line = toLogLine(new Date().toISOString(), level, code, details)
  console.error(line)
  writeToFile?.(line)
}

/** Opens the log file, and returns the log of answered calls, which only the file has. */
const openCallLog = (folder: string | undefined): Log | undefined => {
  if (folder === undefined) return undefined
  const write = openServerLog(folder)
  writeToFile = write
  return (...entry) => write(toLogLine(new Date().toISOString(), ...entry))
}

/** Loads the tracing library only if traces are sent to an endpoint. */
const loadTracing = async (endpoint: string | undefined) =>
  endpoint === undefined ? undefined : (await import('./watching/traces.ts')).prepareTracing(endpoint)

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'

const stopOnSignal = (backOffice: BackOffice, systemd: SystemdNotify): void => {
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    systemd.stopping()
    backOffice.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log('error', 'server.stop-failed', { reason: codeOf(error) })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Prints one line for each missing item of the configuration; the line names the place where the item is set. Also
 * prints a hint when there is no administrator.
 */
const printMissingConfiguration = async (backOffice: BackOffice, { data, database }: Flags): Promise<void> => {
  const { needsSetup, keys } = await backOffice.readMissing()
  for (const key of keys) {
    const { name, without, where } = configurationWords[key]
    console.error(`Missing: ${name}. ${without} ${where}.`)
  }
  if (!needsSetup) return
  const { accountsServerWords } = await import('./accounts/accounts-words.ts')
  const flags = `--data ${data}${database === undefined ? '' : ' --database URL'}`
  console.error(named(accountsServerWords.init.hint(flags)))
}

const toConsole = {
  out: (line: string) => console.log(named(line)),
  err: (line: string) => console.error(named(line)),
}

/** Loads a backup command when it is called. */
const toBackupCommand =
  (command: BackupCommand): Command =>
  async (args) =>
    (await import('./backup/backup-commands.ts')).runBackupCommand(command, args, toConsole)

/** Loads a command that PostgreSQL calls. */
const toWalCommand =
  (command: WalCommand): Command =>
  async (args) =>
    (await import('./backup/postgresql/wal-commands.ts')).runWalCommand(command, args, toConsole)

type Command = (args: readonly string[]) => Promise<number>

/** The commands besides the server itself (decisions section 6). Each takes its arguments and returns the exit code. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['init', async (args) => (await import('./accounts/init.ts')).initialise(args, toConsole)],
  ['recover', async (args) => (await import('./accounts/recover.ts')).recover(args, toConsole)],
  ['import', async (args) => (await import('./import/run-import.ts')).runImport(args, toConsole)],
  [
    'machine-account',
    async (args) => (await import('./results/machine-account-command.ts')).runMachineAccount(args, toConsole),
  ],
  ['migrate', async (args) => (await import('./backup/migrate-command.ts')).runMigrate(args, toConsole)],
  ['backup', toBackupCommand('backup')],
  ['verify-backup', toBackupCommand('verify-backup')],
  ['restore', toBackupCommand('restore')],
  ['archive-wal', toWalCommand('archive-wal')],
  ['fetch-wal', toWalCommand('fetch-wal')],
  ['verify-audit', async (args) => (await import('./kernel/verify-audit.ts')).verifyAudit(args, toConsole)],
  [
    'set-secret',
    async (args) => {
      const code = await (await import('./kernel/set-secret.ts')).setSecret(args, toConsole)
      process.stdin.unref()
      return code
    },
  ],
])

const args = process.argv.slice(2)
const command = commands.get(args[0] ?? '')
const flags = command === undefined ? readFlags(args) : undefined
if (command !== undefined) {
  process.exitCode = await command(args.slice(1))
} else if (flags === undefined) {
  process.exitCode = 2
} else {
  try {
    // The server's code is loaded after the flags are checked, so that a wrong flag is reported immediately.
    const { startBackOffice } = await import('./server.ts')
    const { readKeyFile } = await import('./database/database-key.ts')
    const standIns = isProduction(flags.environment) ? undefined : (await import('./demo/stand-ins.ts')).standIns
    const keyHex = flags.keyFile === undefined ? undefined : readKeyFile(flags.keyFile)
    const databaseUrl = flags.database ?? (await readVaultSecret('database', flags.data))
    if (databaseUrl === undefined && keyHex === undefined) log('warning', 'database.not-encrypted')
    const secret = async (name: keyof Flags['secrets']) =>
      flags.secrets[name] ?? (await readVaultSecret(name, flags.data))
    const logCall = openCallLog(flags.watching.logFolder)
    const backOffice = await startBackOffice({
      port: flags.port,
      ...flags.connections,
      mllp: flags.mllp,
      metrics: flags.watching.metrics,
      logCall,
      startTracing: await loadTracing(flags.watching.otlpEndpoint),
      publicHosts: flags.publicHosts,
      dataFolder: flags.data,
      database: databaseUrl === undefined ? { kind: 'sqlite', keyHex } : { kind: 'postgresql', url: databaseUrl },
      environment: flags.environment,
      version: readProgramVersion(),
      demo: flags.demo,
      ...(standIns && { standIns }),
      readySearch: true,
      supportPhone: flags.supportPhone,
      reconciliation: flags.reconciliation,
      smtpUrl: flags.smtpUrl ?? toSmtpUrl(await readVaultSecret('smtp-url', flags.data)) ?? undefined,
      faxUrl: flags.faxUrl,
      mailFrom: process.env.ATRIUM_MAIL_FROM,
      calendlyToken: await secret('calendly-token'),
      twilio: {
        accountID: flags.twilioAccount,
        authToken: await secret('twilio-auth-token'),
        baseUrl: flags.twilioUrl,
      },
      crmUrl: flags.crmUrl,
      openPromoUsers: flags.openPromoUsers,
      preferredConsultUsers: flags.preferredConsultUsers,
      stripe: {
        secretKey: await secret('stripe-secret-key'),
        publishableKey: await secret('stripe-publishable-key'),
      },
      log,
    })
    // A failed lock is ignored, because several servers may share the folder, and the lock of any one server is enough
    // to block the `import` command.
    const unlock = await lockDataFolder(flags.data).catch(() => async () => {})
    const systemd = createSystemdNotify(log)
    stopOnSignal({ ...backOffice, stop: () => backOffice.stop().finally(unlock) }, systemd)
    systemd.ready()
    console.log(`Back office ready at ${backOffice.url}`)
    if (!flags.demo) await printMissingConfiguration(backOffice, flags)
  } catch (error) {
    console.error(
      `The back office could not start (${codeOf(error)}): ${error instanceof Error ? error.message : error}`,
    )
    process.exitCode = 1
  }
}
