import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Atrium's settings for Electron's fuses, with each fuse's position in the wire: the bytes of Electron's program that
 * hold the fuses.
 */
export const FUSES = {
  runAsNode: { place: 0, on: false },
  cookieEncryption: { place: 1, on: true },
  nodeOptions: { place: 2, on: false },
  nodeInspect: { place: 3, on: false },
  asarIntegrity: { place: 4, on: true },
  onlyLoadAppFromAsar: { place: 5, on: true },
  separateV8Snapshot: { place: 6, on: false },
  extraFilePrivileges: { place: 7, on: false },
  wasmTrapHandlers: { place: 8, on: true },
} as const

/** The part of electron-builder's context that is used here. */
type PackContext = {
  readonly appOutDir: string
  readonly electronPlatformName: string
  readonly packager: {
    readonly executableName?: string
    readonly appInfo: { readonly productFilename: string }
  }
}

// Electron's program contains this text, then a version, the number of fuses, and one character for each.
const SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
const REMOVED = 'r'.charCodeAt(0)

/**
 * Returns the program with every fuse set, in each copy of the wire (a universal program has two). Throws if a wire has
 * another version or another number of fuses, so that no new fuse is overlooked.
 */
const turnFuses = (program: Buffer): Buffer => {
  const turned = Buffer.from(program)
  const fuses = Object.values(FUSES)
  let wires = 0
  for (let at = turned.indexOf(SENTINEL); at >= 0; at = turned.indexOf(SENTINEL, at + 1)) {
    const wire = at + SENTINEL.length
    const count = turned[wire + 1]
    if (turned[wire] !== 1)
      throw new Error(`Electron's fuse wire has version ${turned[wire]}; only version 1 is supported`)
    if (count !== fuses.length) throw new Error(`This Electron has ${count} fuses, but ${fuses.length} are configured`)
    for (const { place, on } of fuses)
      if (turned[wire + 2 + place] !== REMOVED) turned[wire + 2 + place] = (on ? '1' : '0').charCodeAt(0)
    wires += 1
  }
  if (wires === 0) throw new Error('The program has no fuse wire, so it is not Electron')
  return turned
}

/** Returns the path of Electron's own code in the packaged app; on macOS it is a framework inside the app. */
const findProgram = ({ appOutDir, electronPlatformName, packager }: PackContext): string => {
  const name = packager.appInfo.productFilename
  if (electronPlatformName === 'win32') return join(appOutDir, `${name}.exe`)
  if (electronPlatformName === 'linux') return join(appOutDir, packager.executableName ?? name)
  return join(appOutDir, `${name}.app/Contents/Frameworks/Electron Framework.framework/Electron Framework`)
}

/**
 * electron-builder's hook after the files are copied, before anything is signed. electron-builder's own setting
 * (electronFuses) has no strict mode and does not support the ninth fuse.
 */
export const afterPack = async (context: PackContext): Promise<void> => {
  const path = findProgram(context)
  writeFileSync(path, turnFuses(readFileSync(path)))
  // Apple's chips run no program with a broken signature, so the program gets a temporary signature; the real signing
  // comes later. The two halves of a universal program get no temporary signature: each signature would list different
  // files, and the merge would refuse the halves.
  const isHalf = context.appOutDir.endsWith('-temp')
  if (context.electronPlatformName === 'darwin' && process.platform === 'darwin' && !isHalf) {
    const app = join(context.appOutDir, `${context.packager.appInfo.productFilename}.app`)
    execFileSync('codesign', [
      '--sign',
      '-',
      '--force',
      '--preserve-metadata=entitlements,requirements,flags,runtime',
      '--deep',
      app,
    ])
  }
}
