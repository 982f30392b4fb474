/** Packages with native parts: not bundled, so they are installed beside the product, as `dependencies` of package.json. */
export const nativePackages = ['better-sqlite3', 'keytar', 'pg', 'serialport'] as const
