import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Log } from '#runtime/log.ts'

/** The files of the server's certificate, PEM: the certificate with its chain, and its private key. */
export type CertificateFiles = {
  readonly certFile: string
  readonly keyFile: string
  /** How often the files are looked at for a change; 5 s when absent. */
  readonly lookEveryMs?: number | undefined
}

type Certificate = { readonly cert: Buffer; readonly key: Buffer; readonly minVersion: 'TLSv1.2' }

const defaultLookEveryMs = 5000

/** Reads certificate and key. Throws when a file is missing, unreadable, or the key is not the certificate's. */
export const readCertificate = ({ certFile, keyFile }: CertificateFiles): Certificate => {
  const certificate = { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const
  createSecureContext(certificate)
  return certificate
}

/**
 * Gives a server the new certificate when its files change; connections that are open keep theirs. A pair that does not
 * fit, such as between the writes of its two files, is logged and the present one stays. Returns the function that ends
 * it.
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
  // Polled, because a watched name that becomes another file, as a renewal does, is lost on some systems.
  const options = { interval: files.lookEveryMs ?? defaultLookEveryMs, persistent: false }
  for (const path of paths) watchFile(path, options, reload)
  return () => {
    for (const path of paths) unwatchFile(path, reload)
  }
}
