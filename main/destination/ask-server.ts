import { backOfficeRoutes } from '#contract/back-office.ts'

/** The result of {@link askServer}. */
export type ServerAnswer =
  | { readonly kind: 'atrium'; readonly serverID: string | null; readonly version: string }
  | { readonly kind: 'not-atrium' }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'unreachable' }

const isCertificateCode = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|ERR_TLS|ERR_SSL/.test(code)

const codeOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return ''
  if (thrown.cause instanceof Error) return codeOf(thrown.cause)
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
}

/** Sends a health request to the server at `url` through `send`, and waits at most `timeoutMs`. Sends nothing else. */
export const askServer = async (
  url: string,
  timeoutMs: number,
  send: typeof globalThis.fetch = fetch,
): Promise<ServerAnswer> => {
  try {
    const response = await send(`${url}/health`, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const health = backOfficeRoutes.health.answer.safeParse(await response.json().catch(() => null))
    if (!health.success) return { kind: 'not-atrium' }
    return { kind: 'atrium', serverID: health.data.serverID, version: health.data.version }
  } catch (thrown) {
    return { kind: isCertificateCode(codeOf(thrown)) ? 'untrusted' : 'unreachable' }
  }
}
