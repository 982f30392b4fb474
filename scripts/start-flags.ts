import { parseArgs } from 'node:util'

/** The flags of `npm start`, as typed. */
type StartFlags = {
  readonly shell: 'electron' | 'browser' | undefined
  /** The flags passed on to the shell's entry: --port, --data and --back-office, if given. */
  readonly port: number | undefined
  readonly data: string | undefined
  readonly backOffice: string | undefined
  readonly open: boolean
}

export const START_USAGE =
  'Usage: npm start -- [--shell=electron|browser] [--port N] [--data DIR] [--no-open] [--back-office URL]'

/** Parses a TCP port, including 0 (any free port); returns undefined if the text is not a port. */
const parsePort = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Returns the flags of `npm start`, or one sentence that names an invalid flag. */
export const parseStartFlags = (args: readonly string[]): StartFlags | { readonly problem: string } => {
  let values: { shell?: string; port?: string; data?: string; 'back-office'?: string; 'no-open'?: boolean }
  try {
    values = parseArgs({
      args: [...args],
      options: {
        shell: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        'back-office': { type: 'string' },
        'no-open': { type: 'boolean' },
      },
    }).values
  } catch (error) {
    return { problem: error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error) }
  }
  const { shell, data } = values
  if (shell !== undefined && shell !== 'electron' && shell !== 'browser')
    return { problem: `--shell must be electron or browser, not "${shell}"` }
  const port = values.port === undefined ? undefined : parsePort(values.port)
  if (values.port !== undefined && port === undefined)
    return { problem: `--port must be a number from 0 to 65535, not "${values.port}"` }
  if (data === '') return { problem: '--data must name a folder' }
  const backOffice = values['back-office']
  if (backOffice !== undefined && !isWebAddress(backOffice))
    return { problem: `--back-office must be an http or https URL, not "${backOffice}"` }
  return { shell, port, data, backOffice, open: values['no-open'] !== true }
}
