import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Log } from '#runtime/log.ts'

/** The files of the server's certificate, PEM: the certificate with its chain, and its private key. */
export type CertificateFiles = {
  readonly certFile: string
  readonly keyFile: string
  /** How often the files are checked for a change; 5 s when absent. */
  readonly lookEveryMs?: number | undefined
}

type Certificate = { readonly cert: Buffer; readonly key: Buffer; readonly minVersion: 'TLSv1.2' }

const defaultLookEveryMs = 5000

/**
 * Reads the certificate and its key. Throws when a file is missing or unreadable, or when the key belongs to another
 * certificate.
 */
export const readCertificate = ({ certFile, keyFile }: CertificateFiles): Certificate => {
  const certificate = { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const
  createSecureContext(certificate)
  return certificate
}

/**
 * Gives a server the new certificate when its files change; open connections keep the old one. If the certificate and
 * the key do not match, because only one of the files has been replaced so far, a warning is logged and the current
 * pair stays in use. Returns the function that stops the checks.
 */
export const followCertificate = (server: Server, files: CertificateFiles, log: Log): (() => void) => {
  const reload = (): void => {
    try {
      server.setSecureContext(readCertificate(files))
      log('info', 'server.certificate-renewed')
    } catch (error) {
      const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
      log('warning', 'server.certificate-refused', { code })
    }
  }
  const paths = [files.certFile, files.keyFile]
  // Polls, because on some systems a watcher loses a file when a renewal replaces it with another.
  const options = { interval: files.lookEveryMs ?? defaultLookEveryMs, persistent: false }
  for (const path of paths) watchFile(path, options, reload)
  return () => {
    for (const path of paths) unwatchFile(path, reload)
  }
}
