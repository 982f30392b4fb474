import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProduct } from './build-product.ts'
import { writeLegalFiles } from './legal/write-legal-files.ts'
import { canSign, createBuilderSettings, type Flavour, writeRpmScript } from './package/builder-settings.ts'
import { missingNativeParts } from './package/native-parts.ts'
import { signLinuxFiles } from './package/sign-linux-files.ts'
import { projectRoot, stopWith } from './project.ts'
import { missingWorkers } from './source-folders.ts'

// `npm run package -- back-office` makes the server's archive. Otherwise everything after `--` is passed to
// electron-builder: `npm run package -- --dir` makes no installer.
const flags = process.argv.slice(2)
if (flags[0] === 'back-office') {
  const { packageBackOffice } = await import('./package/back-office-archive.ts')
  await packageBackOffice(flags.slice(1)).then(console.log, (error: unknown) =>
    stopWith(`Could not package the back office: ${error instanceof Error ? error.message : String(error)}`),
  )
  process.exit()
}
const makesInstallers = !flags.includes('--dir') && !flags.includes('dir')
const { platform, env } = process

const { missing } = await buildProduct()
if (missing.length > 0) stopWith(`Could not package Atrium: the sources lack ${missing.join(', ')}.`)
const lost = missingWorkers(projectRoot, join(projectRoot, 'dist/main'))
if (lost.length > 0) stopWith(`The build lacks workers:\n${lost.join('\n')}`)
const lacking = makesInstallers ? missingNativeParts(projectRoot, platform) : []
if (lacking.length > 0)
  stopWith(`Parts for the other processor are missing: npm install --no-save --force ${lacking.join(' ')}`)
writeLegalFiles()

const { version }: { readonly version: string } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
const release = join(projectRoot, 'release')
// Files of an earlier build must not be signed or published with this one.
if (makesInstallers) rmSync(release, { recursive: true, force: true })
const folder = mkdtempSync(join(tmpdir(), 'atrium-package-'))
const build = (flavour: Flavour): number => {
  const settings = join(folder, `${flavour}.json`)
  const rpmScript = writeRpmScript(projectRoot, folder, version)
  writeFileSync(settings, JSON.stringify(createBuilderSettings(projectRoot, { platform, env, flavour, rpmScript })))
  const cli = join(projectRoot, 'node_modules/electron-builder/cli.js')
  const args = [cli, '--config', settings, ...flags, '--publish', 'never']
  return spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' }).status ?? 1
}

try {
  const isSigned = canSign(platform, env)
  if (!isSigned) console.error('No certificate is set: the packaged program is unsigned, and never updates itself.')
  const flavours: readonly Flavour[] = platform === 'win32' && makesInstallers ? ['machine', 'user'] : ['machine']
  for (const flavour of flavours) process.exitCode ||= build(flavour)
  if (platform === 'linux' && isSigned && makesInstallers) {
    if (process.exitCode === 0) signLinuxFiles(release, env.ATRIUM_GPG_KEY ?? '', version)
    // The build failed, so its files are unsigned, but they have the names of signed files.
    else rmSync(release, { recursive: true, force: true })
  }
} catch (error) {
  stopWith(error instanceof Error ? error.message : String(error))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
