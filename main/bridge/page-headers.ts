import { createHash } from 'node:crypto'
import type { AppFile } from './app-files.ts'

/**
 * Hash of the one style element that React Aria adds at run time (it stops a press from scrolling). No other style
 * element is allowed.
 */
const PRESSABLE_STYLE_HASH = 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='

/**
 * Returns the content security policy, which lets the page load only its own files. `connect` lists the addresses that
 * it may connect to, such as `ws://127.0.0.1:4210`; `frames` lists the sources of its frames. With an empty `frames`,
 * no frame may load.
 * @internal Tests expect this policy.
 */
export const contentSecurityPolicy = (connect: readonly string[], frames: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${PRESSABLE_STYLE_HASH}'`,
    "font-src 'self'",
    "img-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const ALWAYS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=(), display-capture=()',
}

/** Returns the headers of every response that is not a file of the app. */
export const plainHeaders = (): Record<string, string> => ({
  ...ALWAYS,
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
})

/** Returns the headers of a page that is not a file of the app and has one style element of this text. */
export const styledPageHeaders = (style: string): Record<string, string> => {
  const hash = createHash('sha256').update(style).digest('base64')
  const plain = plainHeaders()
  const policy = `${plain['Content-Security-Policy']}; style-src 'sha256-${hash}'`
  return { ...plain, 'Content-Security-Policy': policy }
}

/**
 * Returns the headers of a file of the app, the same in both shells except for `connect` ({@link
 * contentSecurityPolicy}).
 */
export const fileHeaders = (
  file: AppFile,
  connect: readonly string[],
  frames: readonly string[] = [],
): Record<string, string> => ({
  ...ALWAYS,
  'Content-Security-Policy': contentSecurityPolicy(connect, frames),
  'Cache-Control': file.immutable ? 'private, max-age=31536000, immutable' : 'no-store',
  'Content-Type': file.mediaType,
  'Content-Length': String(file.bytes.length),
})
