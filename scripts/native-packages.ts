/**
 * Packages that contain or may load native parts. They are not bundled; they are installed beside the product, as
 * `dependencies` of package.json.
 */
export const nativePackages = ['better-sqlite3', 'keytar', 'pg', 'serialport'] as const
