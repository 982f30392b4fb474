/**
 * Finds the CUPS server by CUPS's own rules: `CUPS_SERVER`, else `ServerName` of client.conf, else this machine, port
 * 631.
 */
export const findCupsServer = (parts: {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns a file's text; null when there is no such file. */
  readonly readFile: (path: string) => string | null
}): string => {
  const configured =
    parts.env.CUPS_SERVER ?? /^\s*ServerName\s+(\S+)/im.exec(parts.readFile('/etc/cups/client.conf') ?? '')?.[1] ?? ''
  // `/version=1.1` may follow the host. The path of a local socket is replaced by this machine and port 631.
  const [server = ''] = configured.startsWith('/') ? [''] : configured.split('/')
  if (server === '') return 'ipp://localhost:631'
  return /:\d+$/.test(server) ? `ipp://${server}` : `ipp://${server}:631`
}
