import { execFileSync } from 'node:child_process'

/**
 * electron-builder's hook for each file that must be signed. Starts the program of ATRIUM_WINDOWS_SIGNER with the path
 * of the file, which it signs in place: the signer of a cloud, or of a token at another computer. Throws if it fails.
 */
export const sign = ({ path }: { readonly path: string }): void => {
  const signer = process.env.ATRIUM_WINDOWS_SIGNER
  if (signer === undefined || signer === '') throw new Error('ATRIUM_WINDOWS_SIGNER is not set.')
  execFileSync(signer, [path], { stdio: ['ignore', 'inherit', 'inherit'] })
}
