import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makePrivateFolder } from '#runtime/private-modes.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import type { CommandOutput } from './options/order-or-usage.ts'
import { type SecretName, secretNames } from './options/read-secrets.ts'

const usage = `Usage: npm run back-office -- set-secret NAME --data DIR, with the secret on standard input. NAME is one of ${secretNames.join(', ')}.`

const maxSecretBytes = 16_384

const isSecretName = (text: string | undefined): text is SecretName => secretNames.some((name) => name === text)

const readInput = async (input: AsyncIterable<unknown>): Promise<string> => {
  let text = ''
  for await (const piece of input) {
    text += String(piece)
    if (text.length > maxSecretBytes) break
    // Input from a keyboard has no end of file, so the Enter key ends it.
    if (text.includes('\n')) break
  }
  return text.trim()
}

/**
 * Runs the command `set-secret`: stores a secret of the server in the vault of its data folder, where the server finds
 * it at its next start. Reads the secret from standard input, so that neither the list of processes nor the shell's
 * history contains it. Resolves to the exit code: 0 when the secret was stored, 2 for every failure.
 */
export const setSecret = async (
  args: readonly string[],
  print: CommandOutput,
  input: AsyncIterable<unknown> = process.stdin,
): Promise<number> => {
  const refuse = (problem: string): number => {
    print.err(`${problem}\n${usage}`)
    return 2
  }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { data: { type: 'string' } },
      allowPositionals: true,
    })
    const [name, ...more] = positionals
    if (!isSecretName(name) || more.length > 0) return refuse('Give the name of one secret, and no value.')
    if (values.data === undefined || values.data === '') return refuse('Missing --data. Give the folder for the data.')
    const secret = await readInput(input)
    if (secret === '' || secret.length > maxSecretBytes)
      return refuse('Give the secret on standard input, in one line.')
    const folder = resolve(values.data)
    makePrivateFolder(folder)
    const vault = await openSecretVault(folder)
    await vault.write(name, secret)
    print.out(
      `Stored ${name} in the ${vault.kind === 'keychain' ? 'keychain' : 'key file'}. Restart the back office to use it.`,
    )
    return 0
  } catch (error) {
    return refuse(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}
