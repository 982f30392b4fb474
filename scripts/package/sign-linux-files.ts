import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (program: string, args: readonly string[], input?: Buffer): Buffer =>
  execFileSync(program, [...args], {
    maxBuffer: 2_000_000_000,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
    ...(input !== undefined && { input }),
  })

const signatureOf = (key: string): readonly string[] => ['--batch', '--yes', '--local-user', key, '--detach-sign']

/**
 * Signs a deb package as `debsig-verify` reads it: adds a signature over the three parts of the package as a fourth
 * part. Does not use `debsigs`, because GnuPG refuses the SHA-1 signatures of `debsigs`.
 */
const signDeb = (path: string, key: string): void => {
  const parts = run('ar', ['t', path])
    .toString()
    .split('\n')
    .filter((name) => name !== '' && !name.startsWith('_gpg'))
  const content = Buffer.concat(parts.map((name) => run('ar', ['p', path, name])))
  const folder = mkdtempSync(join(tmpdir(), 'atrium-deb-'))
  try {
    const signature = join(folder, '_gpgorigin')
    writeFileSync(signature, run('gpg', [...signatureOf(key), '--digest-algo', 'SHA256'], content))
    run('ar', ['rc', path, signature])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const signRpm = (path: string, key: string): void => {
  // rpm looks for gpg at the path of the system that it was built for.
  const gpg = run('sh', ['-c', 'command -v gpg']).toString().trim()
  run('rpmsign', ['--define', `_gpg_name ${key}`, '--define', `__gpg ${gpg}`, '--addsign', path])
}

/**
 * Signs the Linux files of one version in a folder with a GnuPG key: rpm and deb packages inside, and every file with a
 * detached signature beside it. If a program is missing or fails, deletes these files, because they have the names of
 * signed files, and throws.
 */
export const signLinuxFiles = (folder: string, key: string, version: string): void => {
  const isOwn = (name: string): boolean => name.startsWith(`Atrium-${version}-`)
  const names = readdirSync(folder).filter((name) => isOwn(name) && /\.(?:deb|rpm|AppImage)$/.test(name))
  if (names.length === 0) throw new Error(`${folder} has no deb, rpm or AppImage of ${version}.`)
  try {
    for (const name of names) {
      const path = join(folder, name)
      if (name.endsWith('.rpm')) signRpm(path, key)
      if (name.endsWith('.deb')) signDeb(path, key)
      run('gpg', [...signatureOf(key), '--armor', '--output', `${path}.asc`, path])
    }
  } catch (error) {
    for (const name of names) for (const end of ['', '.asc']) rmSync(join(folder, `${name}${end}`), { force: true })
    throw error
  }
}
