/** SYSTEM, the group Administrators and the installer of Windows, as SDDL writes them. */
const administrators: readonly string[] = [
  'SY',
  'S-1-5-18',
  'BA',
  'S-1-5-32-544',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]

/** The rights that do not allow changes: read, list, execute, read attributes and permissions, wait. */
const harmlessRights = 0x1 | 0x8 | 0x20 | 0x80 | 0x2_0000 | 0x10_0000 | 0x2000_0000 | 0x8000_0000
/** The same rights, written as SDDL letters. */
const harmlessWords: readonly string[] = ['CC', 'SW', 'WP', 'LO', 'RC', 'GR', 'GX', 'FR', 'FX']

const toPairs = (letters: string): readonly string[] => letters.match(/../g) ?? []

const isHarmless = (rights: string): boolean => {
  if (/^0x[\da-f]{1,8}$/i.test(rights)) return (Number(rights) & ~harmlessRights) === 0
  return rights.length % 2 === 0 && toPairs(rights).every((word) => harmlessWords.includes(word))
}

const isInheritOnly = (flags: string): boolean => toPairs(flags).includes('IO')

/**
 * Reads the owner and the access list of a Windows file or folder in SDDL. Returns whether it belongs to an
 * administrator and only administrators may change it. Unknown rights and entries count as a right to write. Entries
 * that apply only to the content of a folder are ignored: the file in the folder has an access list of its own.
 */
export const isForAdministratorsOnly = (sddl: string): boolean => {
  const parts = /^O:(?<owner>[A-Z]{2}|S-[\d-]+)(?:G:(?:[A-Z]{2}|S-[\d-]+))?D:(?<flags>[A-Z]*)(?<list>(?:\([^()]*\))+)$/
  const { owner = '', flags = '', list = '' } = parts.exec(sddl)?.groups ?? {}
  // If there is no access list, everyone may change the file. The pattern then does not match, and `owner` is empty.
  if (!administrators.includes(owner) || !/^(?:P|AR|AI)*$/.test(flags)) return false
  return [...list.matchAll(/\(([^()]*)\)/g)].every(([, entry = '']) => {
    const [kind, inheritance = '', rights = '', , , account = '', ...more] = entry.split(';')
    if (more.length > 0) return false
    if (kind === 'D' || isInheritOnly(inheritance) || administrators.includes(account)) return true
    return kind === 'A' && isHarmless(rights)
  })
}
