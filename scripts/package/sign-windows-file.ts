import { execFileSync } from 'node:child_process'

/**
 * The hook that electron-builder calls for each file that must be signed. Starts the program of ATRIUM_WINDOWS_SIGNER
 * with the path of the file. The program may use, for example, a cloud service or a signing token at another computer.
 * The program signs the file in place. Throws if the program fails.
 */
export const sign = ({ path }: { readonly path: string }): void => {
  const signer = process.env.ATRIUM_WINDOWS_SIGNER
  if (signer === undefined || signer === '') throw new Error('ATRIUM_WINDOWS_SIGNER is not set.')
  execFileSync(signer, [path], { stdio: ['ignore', 'inherit', 'inherit'] })
}
