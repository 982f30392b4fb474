import { memberIDSchema } from '../members/member.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { crmIDSchema } from './crm.ts'

/** The scheme of addresses that other programs, such as a CRM, use to open a page of Atrium. */
export const APP_LINK_SCHEME = 'atrium'

/** The maximum length of a link in characters; every allowed address is far shorter. */
const maxLinkChars = 300

type Fields = Readonly<Record<string, { safeParse(text: unknown): { success: boolean } }>>

/**
 * Returns the query of exactly these fields, each once and valid; null if any is missing, repeated, wrong or unknown.
 * Valid ids need no escapes.
 */
const readQuery = (query: string, fields: Fields): string | null => {
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split('='))
  const wanted = Object.entries(fields)
  if (pairs.length !== wanted.length) return null
  const read: string[] = []
  for (const [name, schema] of wanted) {
    const pair = pairs.find(([key]) => key === name)
    const value = pair?.[1]
    if (pair?.length !== 2 || !schema.safeParse(value).success) return null
    read.push(`${name}=${value}`)
  }
  return read.length === 0 ? '' : `?${read.join('&')}`
}

/** The pages without a study that a link may open, each with the fields that its query may have. */
const pages: Readonly<Record<string, readonly Fields[]>> = {
  'admin/frontdesk': [{}],
  'admin/booking': [{}, { memberID: memberIDSchema }],
  'admin/booking/salesforce': [{ personID: crmIDSchema, opportunityID: crmIDSchema }],
}

/** The pages of one study that a link may open; the study's id takes the place of the star. */
const studyPages = [
  'admin/booking/study/*',
  'admin/frontdesk/study/*',
  'admin/study/*',
  'admin/study/*/payment',
] as const

const studyPageOf = (path: string): string | null => {
  const parts = path.split('/')
  for (const page of studyPages) {
    const wanted = page.split('/')
    const isSame = wanted.length === parts.length && wanted.every((part, at) => part === '*' || part === parts[at])
    if (isSame && studyIDSchema.safeParse(parts[wanted.indexOf('*')]).success) return `/${path}`
  }
  return null
}

/**
 * Returns the page of Atrium that a link such as `atrium://admin/booking/salesforce?personID=003X&opportunityID=006Y`
 * opens; null for any other text. Only the listed pages are allowed, and the address is rebuilt from checked ids, so no
 * other part of the text reaches the router.
 * @internal Tests check its cases directly.
 */
export const parseAppLink = (text: string): string | null => {
  if (text.length > maxLinkChars) return null
  // Operating systems append a slash to an address that consists only of a host.
  const matched = /^atrium:\/\/([A-Za-z0-9/-]+?)\/?(?:\?([A-Za-z0-9=&-]*))?$/.exec(text)
  if (matched === null) return null
  const path = matched[1] ?? ''
  const query = matched[2] ?? ''
  if (!Object.hasOwn(pages, path)) return query === '' ? studyPageOf(path) : null
  for (const fields of pages[path] ?? []) {
    const read = readQuery(query, fields)
    if (read !== null) return `/${path}${read}`
  }
  return null
}

/** Returns the page of the first valid link among a program's arguments; null if there is none. */
export const findAppLink = (args: readonly string[]): string | null => {
  for (const arg of args) {
    const path = arg.startsWith(`${APP_LINK_SCHEME}:`) ? parseAppLink(arg) : null
    if (path !== null) return path
  }
  return null
}
