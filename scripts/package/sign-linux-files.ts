import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const run = (program: string, args: readonly string[]): void => {
  execFileSync(program, [...args], { stdio: ['ignore', 'inherit', 'inherit'] })
}

/**
 * Signs the Linux files of a folder with a GnuPG key: rpm and deb packages inside (rpmsign, debsigs), and every file
 * with a detached signature beside it. Throws if a program is missing or refuses.
 */
export const signLinuxFiles = (folder: string, key: string): void => {
  const names = readdirSync(folder).filter((name) => /\.(?:deb|rpm|AppImage)$/.test(name))
  if (names.length === 0) throw new Error(`${folder} has no deb, rpm or AppImage.`)
  for (const name of names) {
    const path = join(folder, name)
    if (name.endsWith('.rpm')) run('rpmsign', ['--define', `_gpg_name ${key}`, '--addsign', path])
    if (name.endsWith('.deb')) run('debsigs', ['--sign=origin', `--default-key=${key}`, path])
    rmSync(`${path}.asc`, { force: true })
    run('gpg', ['--batch', '--local-user', key, '--armor', '--detach-sign', path])
  }
}
