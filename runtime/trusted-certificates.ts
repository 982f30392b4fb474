import { readFileSync } from 'node:fs'
import tls from 'node:tls'

/**
 * Makes this process's encrypted connections trust the operating system's certificate authorities besides Node's own,
 * and those of a PEM file. Throws when the file cannot be read, or when this version of Node cannot use it.
 */
export const trustCertificates = (caFile: string | undefined): void => {
  const further = caFile === undefined ? [] : [readFileSync(caFile, 'utf8')]
  // Node 22.18 lacks this function. Without a file, Node's own list is enough.
  if (typeof tls.setDefaultCACertificates !== 'function') {
    if (caFile !== undefined) throw new Error('The file of certificate authorities needs Node 24.5 or later.')
    return
  }
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...further])
}
