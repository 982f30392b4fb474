import { parentPort, workerData } from 'node:worker_threads'
import { isProduction } from '#domain/settings/environment.ts'
import { createPortWorkshop, type WorkshopQuestion } from '#paper/stamp/workshop-port.ts'
import type { Log } from '#runtime/log.ts'
import { type ThreadMessage, toThrownFields } from '#runtime/thread-message.ts'
import { watchThreads } from '#runtime/watch-threads.ts'
import { toReconciliation } from './kernel/options/money-settings.ts'
import { toNamedAccounts } from './kernel/options/named-accounts.ts'
import { readEnvironment } from './kernel/options/read-environment.ts'
import { readSecret, type SecretName } from './kernel/options/read-secrets.ts'
import { toSupportPhone } from './kernel/options/support-phone.ts'
import { toCrmUrl } from './outside/crm/crm-url.ts'
import { toFaxUrl } from './outside/fax/fax-url.ts'
import { toSmtpUrl } from './outside/mail/smtp-url.ts'
import { toTwilioAccount } from './outside/sms/twilio-account.ts'
import { type BackOffice, startBackOffice } from './server.ts'

/** The start data of the embedded back office. */
export type BackOfficeWorkerData = {
  /** 0 takes any free port. */
  readonly port: number
  readonly dataFolder: string
  readonly demo: boolean
  readonly databaseKeyHex?: string
  readonly version?: string
  /** The card processor's keys from the workstation's vault; those in environment variables take precedence. */
  readonly stripe?: { readonly secretKey: string | null; readonly publishableKey: string | null }
  /**
   * The scheduling service's token from the workstation's vault; a token in an environment variable takes precedence.
   */
  readonly calendlyToken?: string | null
}

/** Reports of the thread, and its requests to its parent's PDF workshop. */
export type BackOfficeWorkerMessage = ThreadMessage | WorkshopQuestion

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'

/** Runs the back office of one workstation in its own thread, so that it never blocks the window. */
const host = async (port: NonNullable<typeof parentPort>, data: BackOfficeWorkerData): Promise<void> => {
  const post = (message: BackOfficeWorkerMessage): void => port.postMessage(message)
  const log: Log = (level, code, details) => post({ kind: 'log', level, code, details })
  watchThreads((thrown) => post({ kind: 'thread-crashed', thrown: toThrownFields(thrown) }))
  const { workshop, receive } = createPortWorkshop(post)
  let isStopWanted = false
  let backOffice: BackOffice | undefined
  const stop = async (): Promise<void> => {
    await backOffice?.stop()
    post({ kind: 'stopped' })
    port.close()
  }
  port.on('message', (message: unknown) => {
    receive(message)
    if (message !== 'stop' || isStopWanted) return
    isStopWanted = true
    if (backOffice !== undefined) void stop()
  })
  const chosen = readEnvironment(data.demo)
  if (!chosen.ok) {
    log('error', 'server.environment-unknown')
    post({ kind: 'failed', code: 'ENVIRONMENT' })
    port.close()
    return
  }
  const secret = (name: SecretName) => readSecret(name, {}, process.env)
  try {
    const standIns = isProduction(chosen.environment) ? undefined : (await import('./demo/stand-ins.ts')).standIns
    backOffice = await startBackOffice({
      port: data.port,
      dataFolder: data.dataFolder,
      database: { kind: 'sqlite', keyHex: data.databaseKeyHex },
      environment: chosen.environment,
      version: data.version ?? '0.1.0',
      demo: data.demo,
      ...(standIns && { standIns }),
      readySearch: true,
      supportPhone: toSupportPhone(process.env.ATRIUM_SUPPORT_PHONE) ?? undefined,
      reconciliation: toReconciliation(process.env.ATRIUM_RECONCILIATION),
      openPromoUsers: toNamedAccounts(process.env.ATRIUM_OPEN_PROMO_USERS) ?? [],
      preferredConsultUsers: toNamedAccounts(process.env.ATRIUM_PREFERRED_CONSULT_USERS) ?? [],
      stripe: {
        secretKey: secret('stripe-secret-key') ?? data.stripe?.secretKey ?? undefined,
        publishableKey: secret('stripe-publishable-key') ?? data.stripe?.publishableKey ?? undefined,
      },
      smtpUrl: toSmtpUrl(secret('smtp-url')) ?? undefined,
      faxUrl: toFaxUrl(process.env.ATRIUM_FAX_URL) ?? undefined,
      pdf: workshop,
      mailFrom: process.env.ATRIUM_MAIL_FROM,
      twilio: {
        accountID: toTwilioAccount(process.env.TWILIO_ACCOUNT_SID) ?? undefined,
        authToken: secret('twilio-auth-token'),
      },
      calendlyToken: secret('calendly-token') ?? data.calendlyToken ?? undefined,
      crmUrl: toCrmUrl(process.env.ATRIUM_CRM_URL) ?? undefined,
      log,
    })
    if (isStopWanted) await stop()
    else post({ kind: 'ready', url: backOffice.url })
  } catch (error) {
    post({ kind: 'failed', code: codeOf(error) })
    port.close()
  }
}

if (parentPort !== null) void host(parentPort, workerData as BackOfficeWorkerData)
