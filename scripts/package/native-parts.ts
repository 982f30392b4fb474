import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The systems for which one build has programs for two processors. npm installs the parts of only one processor. */
const builtFor: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['win32-x64-msvc', 'win32-arm64-msvc'],
  darwin: ['darwin-x64', 'darwin-arm64'],
}

/** Returns the packages with native parts that the tree at `root` lacks for this system's installers. */
export const missingNativeParts = (root: string, platform: NodeJS.Platform): string[] => {
  const { packages }: { packages: Readonly<Record<string, { readonly version?: string }>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  return (builtFor[platform] ?? [])
    .map((name) => `@napi-rs/keyring-${name}`)
    .filter((name) => !existsSync(join(root, 'node_modules', name)))
    .map((name) => `${name}@${packages[`node_modules/${name}`]?.version ?? 'latest'}`)
}
