import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadAppFiles } from '#main/bridge/app-files.ts'
import { frameSources } from '#main/bridge/frame-sources.ts'
import { contentSecurityPolicy, fileHeaders } from '#main/bridge/page-headers.ts'

describe('app files', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-files-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><!--atrium-preload--><p>page')
    writeFileSync(join(folder, 'assets/a.js'), 'a')
    writeFileSync(join(folder, 'assets/a.js.map'), 'map')
    writeFileSync(join(folder, '.built-from'), 'x')
    writeFileSync(join(folder, 'preload.js'), 'bridge')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const text = (files: ReturnType<typeof loadAppFiles>, path: string): string | undefined =>
    files.find(path)?.bytes.toString()

  it('finds the files that existed at load time, and never reads the disk again', () => {
    const files = loadAppFiles(folder)
    writeFileSync(join(folder, 'assets/late.js'), 'late')
    writeFileSync(join(folder, 'assets/a.js'), 'changed')
    expect(text(files, '/assets/a.js')).toBe('a')
    for (const path of [
      '/assets/late.js',
      '/assets/a.js.map',
      '/.built-from',
      'assets/a.js',
      '/assets//a.js',
      '/ASSETS/a.js',
      '',
    ]) {
      expect(files.find(path), path).toBeNull()
    }
    for (const path of ['/__proto__', '/constructor']) expect(text(files, path), path).toContain('<p>page')
  })

  it('loads a shell’s own script before the page’s scripts, if the shell has one', () => {
    expect(text(loadAppFiles(folder), '/')).toBe('<!doctype html><p>page')
    const files = loadAppFiles(folder, join(folder, 'preload.js'))
    expect(text(files, '/')).toBe('<!doctype html><script src="/atrium-preload.js"></script><p>page')
    expect(text(files, '/atrium-preload.js')).toBe('bridge')
    expect(loadAppFiles(folder).find('/atrium-preload.js')).toBeNull()
  })

  it('refuses a page without the placeholder for the shell’s script, and a folder without a page', () => {
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    expect(() => loadAppFiles(folder)).toThrow('atrium-preload')
    rmSync(join(folder, 'index.html'))
    expect(() => loadAppFiles(folder)).toThrow('No index.html')
  })

  it('lets a window cache only files whose names change with their content', () => {
    const files = loadAppFiles(folder)
    const cacheControl = (path: string): string | undefined => {
      const file = files.find(path)
      return file ? fileHeaders(file, [])['Cache-Control'] : undefined
    }
    expect([cacheControl('/'), cacheControl('/assets/a.js')]).toEqual([
      'no-store',
      'private, max-age=31536000, immutable',
    ])
  })
})

describe('content security policy', () => {
  it('allows the one style element of React Aria, as the installed version writes it', () => {
    const folder = dirname(createRequire(import.meta.url).resolve('react-aria/package.json'))
    const source = readFileSync(join(folder, 'dist/private/interactions/usePress.mjs'), 'utf8')
    const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'/.exec(source)?.[1] ?? ''
    const template = /style\.textContent = `([^`]+)`\.trim\(\)/.exec(source)?.[1] ?? ''
    const style = template.replace(/\$\{[^}]+\}/, attribute).trim()
    expect(style).toContain('touch-action')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(contentSecurityPolicy([])).toContain(`'sha256-${hash}'`)
  })

  it('names every source, with no wildcard and no unsafe keyword', () => {
    const policy = contentSecurityPolicy(['ws://127.0.0.1:1'])
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toMatch(/\*|unsafe|data:|blob:|https?:/)
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:1;")
    expect(policy).not.toContain('frame-src')
  })

  it('names the sources of frames', () => {
    const policy = contentSecurityPolicy([], frameSources('https://back-office.example:8443/atrium'))
    expect(policy).toContain('frame-src https://calendly.com https://back-office.example:8443;')
    expect(policy.replace(/frame-src [^;]+;/, '')).not.toMatch(/https?:/)
  })
})
