/** One package in package-lock.json, as far as it is read here. */
export type LockedPackage = {
  readonly version?: string
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> }

/** The system of a package: the names that npm uses in `os`, `cpu` and `libc`. */
type Target = { readonly os: string; readonly cpu: string; readonly libc: string }

/** Packages that others list only to compile their native parts. Every native part here is built already. */
const buildOnly: ReadonlySet<string> = new Set(['node-addon-api', 'node-gyp-build'])

const suits = ({ os, cpu, libc }: LockedPackage, target: Target): boolean =>
  (os?.includes(target.os) ?? true) && (cpu?.includes(target.cpu) ?? true) && (libc?.includes(target.libc) ?? true)

/** Finds a package as Node does: in the folder's own node_modules, then in those of the folders above. */
const findFrom = (folder: string, name: string, lock: Lock): string | null => {
  const parts = folder === '' ? [] : folder.replace(/^node_modules\//, '').split('/node_modules/')
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const path = [...parts.slice(0, depth), name].map((part) => `node_modules/${part}`).join('/')
    if (lock.packages[path] !== undefined) return path
  }
  return null
}

const without = (names: Readonly<Record<string, string>> | undefined, isOut: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(names ?? {}).filter(([name]) => !isOut(name)))

/**
 * Returns the part of a lock that `roots` need at run time on one system, by path. An entry lists only packages that
 * the part has. Throws if the lock lacks a package that is not optional.
 */
export const pickRuntimePackages = (
  lock: Lock,
  roots: readonly string[],
  target: Target,
): Record<string, LockedPackage> => {
  const picked: Record<string, LockedPackage> = {}
  const add = (from: string, name: string, isOptional: boolean): boolean => {
    const path = findFrom(from, name, lock)
    const locked = path === null ? undefined : lock.packages[path]
    if (path === null || locked === undefined || !suits(locked, target)) {
      if (isOptional) return false
      throw new Error(`package-lock.json has no ${name} for ${target.os} ${target.cpu}.`)
    }
    if (picked[path] !== undefined) return true
    const { dependencies, optionalDependencies, ...rest } = locked
    const isLeftOut = new Set<string>()
    picked[path] = rest
    for (const name of Object.keys(optionalDependencies ?? {})) if (!add(path, name, true)) isLeftOut.add(name)
    const needed = without(dependencies, (name) => buildOnly.has(name))
    for (const name of Object.keys(needed)) add(path, name, false)
    const optional = without(optionalDependencies, (name) => isLeftOut.has(name))
    picked[path] = {
      ...rest,
      ...(Object.keys(needed).length > 0 && { dependencies: needed }),
      ...(Object.keys(optional).length > 0 && { optionalDependencies: optional }),
    }
    return true
  }
  for (const name of roots) add('', name, false)
  return Object.fromEntries(Object.entries(picked).sort(([a], [b]) => (a < b ? -1 : 1)))
}
