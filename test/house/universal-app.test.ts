import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPackage } from '@electron/asar'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'

describe('the universal program for macOS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-universal-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is merged from the builds for two processors, has the native parts of both, and is signed once, at the end', ({
    skip,
  }) => {
    if (spawnSync('file', ['--version']).status !== 0) skip('needs the program file')
    const programs = join(folder, 'bin')
    mkdirSync(programs)
    const write = (name: string, text: string): void =>
      writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    // Like the real codesign, this one lists the checksums of the files, which differ between the processors.
    write(
      'codesign',
      `for app; do :; done; echo "$app" >> "${folder}/signed"
mkdir -p "$app/Contents/_CodeSignature" && cksum "$app"/Contents/MacOS/* > "$app/Contents/_CodeSignature/CodeResources"`,
    )
    write('lipo', 'cat "$1" "$2" > "$5.both" && mv "$5.both" "$5"')
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--no-warnings', join(projectRoot, 'test/fixtures/installers/make-universal.ts'), folder],
      { encoding: 'utf8', env: { ...process.env, PATH: `${programs}:${process.env.PATH}`, TMPDIR: folder } },
    )
    expect(status, stderr).toBe(0)
    const app = join(folder, 'mac-universal/Atrium.app')
    expect(readFileSync(join(folder, 'signed'), 'utf8')).toBe(`${app}\n`)
    const resources = join(app, 'Contents/Resources')
    expect(readdirSync(resources).sort()).toEqual(['app.asar', 'app.asar.unpacked'])
    const native = listPackage(join(resources, 'app.asar'), { isPack: false }).filter((path) => path.endsWith('.node'))
    expect(native).toHaveLength(6)
    for (const path of native) expect(existsSync(join(resources, 'app.asar.unpacked', path)), path).toBe(true)
    // The merged program has a fuse wire for each processor, and both wires are set.
    const framework = join(app, 'Contents/Frameworks/Electron Framework.framework/Electron Framework')
    expect(
      readFileSync(framework, 'latin1').split('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009010011001'),
    ).toHaveLength(3)
  }, 60_000)
})
