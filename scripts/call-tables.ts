import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './project.ts'

const page = 'docs/calls.md'

type RouteAccess = {
  readonly session: string
  readonly roles?: readonly string[]
  readonly location: string
  readonly workstation?: string
}

type Routes = Readonly<
  Record<
    string,
    {
      readonly method: string
      readonly path: string
      readonly access: RouteAccess
      readonly idempotent: unknown
      readonly audit: string | null
    }
  >
>
type Commands = Readonly<Record<string, Readonly<Record<string, { readonly session: string }>>>>

const callersOf = ({ session, roles, workstation }: RouteAccess): string =>
  workstation === undefined ? (roles?.join(', ') ?? session) : 'workstation'

const keyOf = (idempotent: unknown): string => (idempotent === false ? '' : 'yes')

const routeRows = (routes: Routes): string[] =>
  Object.entries(routes).map(
    ([name, { method, path, access, idempotent, audit }]) =>
      `| \`${name}\` | \`${method} ${path}\` | ${callersOf(access)} | ${access.location === 'none' ? '' : access.location} | ${keyOf(idempotent)} | ${audit ?? ''} |`,
  )

const commandRows = (commands: Commands): string[] =>
  Object.entries(commands).map(([subject, methods]) => {
    const bySession = Map.groupBy(Object.entries(methods), ([, { session }]) => session)
    const cell = (session: string): string =>
      (bySession.get(session) ?? []).map(([method]) => `\`${method}\``).join(', ')
    return `| ${subject} | ${cell('staff')} | ${cell('holder')} | ${cell('anyone')} |`
  })

const draw = (routes: Routes, commands: Commands): string =>
  `# Calls

Written by \`npx node scripts/call-tables.ts\` from the contract; \`npm run check\` fails when this page is out of date.

## Routes of the back office

Declared in \`contract/<subject>/routes.ts\`, with the schemas of request and answer. *Location*: the source of the location to which
the caller must have access. *Workstation*: without a session, but with the id of a workstation. *Key*: the call takes an
\`Idempotency-Key\` header. *Audit*: its name in the audit log.

| Route | Request | Callers | Location | Key | Audit |
|---|---|---|---|---|---|
${routeRows(routes).join('\n')}

## Commands of the bridge

Declared in \`contract/<subject>/bridge.ts\`, with their failures. *Staff*: a person is signed in and the screen is not locked. *Signed in*: the
screen may be locked.

| Subject | Staff | Signed in | Anyone |
|---|---|---|---|
${commandRows(commands).join('\n')}
`

/** Returns the page about the routes and commands of the contract at `root`, as Markdown. */
export const drawCallPage = async (root: string): Promise<string> => {
  const load = async (file: string) => await import(pathToFileURL(join(root, file)).href)
  const { backOfficeRoutes } = await load('contract/back-office.ts')
  const { bridgeSchemas } = await load('contract/bridge-schemas.ts')
  return draw(backOfficeRoutes as Routes, bridgeSchemas as Commands)
}

/** Compares docs/calls.md with the contract at `root`. Returns one line if it is out of date. */
export const checkCallTables = async (root: string): Promise<string[]> => {
  const path = join(root, page)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return before === (await drawCallPage(root)) ? [] : [`${page} is out of date: run npx node scripts/call-tables.ts`]
}

if (import.meta.main) writeFileSync(join(projectRoot, page), await drawCallPage(projectRoot))
