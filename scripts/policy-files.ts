import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from './project.ts'

type Key = {
  readonly title: string
  readonly text: string
  readonly type: 'text' | 'number' | 'yes-no'
  readonly default: string | number | boolean | null
  readonly example?: string
  readonly exampleOfMac?: string
  readonly choices?: readonly string[]
  readonly least?: number
  readonly most?: number
}
type Keys = readonly (readonly [string, Key])[]

const listFile = 'domain/settings/policy.ts'
const domain = 'clinic.atrium.frontdesk'

const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

const drawSchema = (keys: Keys): string => {
  const properties = Object.fromEntries(
    keys.map(([name, { title, text, type, example, choices, least, most, ...key }]) => [
      name,
      {
        title,
        description: text,
        ...(type === 'text' && { type: 'string' }),
        ...(type === 'text' && (choices ? { enum: choices } : { pattern: '\\S', maxLength: 500, examples: [example] })),
        ...(type === 'number' && { type: 'integer', minimum: least, maximum: most, default: key.default }),
        ...(type === 'yes-no' && { type: 'boolean', default: key.default }),
      },
    ]),
  )
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Atrium workstation policy',
    description: 'For /etc/atrium/policy.json and %ProgramData%\\Atrium\\policy.json.',
    type: 'object',
    properties,
  }
  // Short lists take one line, as the formatter writes them.
  const text = JSON.stringify(schema, null, 2)
  return `${text.replace(/\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]/g, (list) => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`
}

const admxElement = ([name, key]: Keys[number]): string => {
  const head = `    <policy name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_text)"`
  const place = `key="Software\\Policies\\Atrium"`
  const common = `      <parentCategory ref="Atrium" />\n      <supportedOn ref="SUPPORTED_Atrium" />\n`
  if (key.type === 'yes-no')
    return `${head} ${place} valueName="${name}">\n${common}      <enabledValue><decimal value="1" /></enabledValue>
      <disabledValue><decimal value="0" /></disabledValue>\n    </policy>`
  const element =
    key.type === 'number'
      ? `<decimal id="${name}_value" valueName="${name}" minValue="${key.least}" maxValue="${key.most}" required="true" />`
      : `<text id="${name}_value" valueName="${name}" maxLength="500" required="true" />`
  return `${head} ${place} presentation="$(presentation.${name})">\n${common}      <elements>\n        ${element}\n      </elements>\n    </policy>`
}

const drawAdmx = (keys: Keys): string => `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="atrium" namespace="Atrium.Policies" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED_Atrium" displayName="$(string.SUPPORTED_Atrium)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Atrium" displayName="$(string.Atrium)" />
  </categories>
  <policies>
${keys.map(admxElement).join('\n')}
  </policies>
</policyDefinitions>
`

const presentationOf = ([name, { type, title, default: value }]: Keys[number]): string =>
  type === 'number'
    ? `      <presentation id="${name}">
        <decimalTextBox refId="${name}_value" defaultValue="${value}">${escapeMarkup(title)}</decimalTextBox>
      </presentation>`
    : `      <presentation id="${name}">
        <textBox refId="${name}_value"><label>${escapeMarkup(title)}</label></textBox>
      </presentation>`

const drawAdml = (keys: Keys): string => `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>Atrium</displayName>
  <description>Settings of Atrium workstations</description>
  <resources>
    <stringTable>
      <string id="Atrium">Atrium</string>
      <string id="SUPPORTED_Atrium">Atrium on Windows 10 or later</string>
${keys
  .map(
    ([name, { title, text }]) =>
      `      <string id="${name}">${escapeMarkup(title)}</string>\n      <string id="${name}_text">${escapeMarkup(text)}</string>`,
  )
  .join('\n')}
    </stringTable>
    <presentationTable>
${keys
  .filter(([, { type }]) => type !== 'yes-no')
  .map(presentationOf)
  .join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`

/** Returns the initial value of a key in the profile. Administrators delete the keys that they do not set. */
const plistValue = ({ type, default: value, example, exampleOfMac }: Key): string =>
  type === 'text'
    ? `<string>${escapeMarkup(exampleOfMac ?? example ?? '')}</string>`
    : type === 'number'
      ? `<integer>${value}</integer>`
      : `<${value} />`

const drawProfile = (keys: Keys): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Delete the keys that you do not set. -->
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>${domain}.policy</string>
  <key>PayloadUUID</key><string>6E0B7C52-6B0E-4B53-9B1B-0D6F3B1A5A01</string>
  <key>PayloadDisplayName</key><string>Atrium</string>
  <key>PayloadScope</key><string>System</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>${domain}</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>${domain}.policy.settings</string>
      <key>PayloadUUID</key><string>6E0B7C52-6B0E-4B53-9B1B-0D6F3B1A5A02</string>
${keys.map(([name, key]) => `      <key>${name}</key>${plistValue(key)}`).join('\n')}
    </dict>
  </array>
</dict>
</plist>
`

const valuesOf = ({ type, choices, least, most }: Key): string =>
  type === 'text' ? (choices?.join(' or ') ?? 'text') : type === 'number' ? `${least} to ${most}` : 'true or false'

const drawPage = (keys: Keys): string => {
  const example = Object.fromEntries(keys.map(([name, key]) => [name, key.type === 'text' ? key.example : key.default]))
  return `# Policy

Written by \`npx node scripts/policy-files.ts\` from \`${listFile}\`; \`npm run check\` fails when this page is out of date.

An organisation sets these values for all its workstations. A policy takes precedence over flags and over what a person chose, and the
screens say "Set by your organisation".

| Where | What |
|---|---|
| Linux | \`/etc/atrium/policy.json\` |
| Windows | group policy, with the templates \`resources/policy/atrium.admx\` and \`en-US/atrium.adml\`; without group policy, \`%ProgramData%\\Atrium\\policy.json\` |
| macOS | \`/etc/atrium/policy.json\`; a configuration profile, made from \`resources/policy/atrium.mobileconfig\`, takes precedence over it |

The JSON schema is \`resources/policy/policy.schema.json\`. The file and its folder must belong to an administrator, and no one else may
write either. On Windows the owner of both is \`Administrators\` or \`SYSTEM\`, and only these two have more than the right to read. Atrium
ignores any other file, and a policy that it cannot read or that has a value that is not allowed; a banner and the log report it. A
change takes effect at the next start.

| Key | Values | Default | What it sets |
|---|---|---|---|
${keys.map(([name, key]) => `| \`${name}\` | ${valuesOf(key)} | ${key.default ?? ''} | ${key.text} |`).join('\n')}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`
}

/**
 * Returns the generated files of the policy declared at `root`, by their paths.
 * @internal Tests draw a policy with titles that XML must escape.
 */
export const drawPolicyFiles = async (root: string): Promise<Readonly<Record<string, string>>> => {
  const { policyKeys } = (await import(pathToFileURL(join(root, listFile)).href)) as {
    readonly policyKeys: Readonly<Record<string, Key>>
  }
  const keys = Object.entries(policyKeys)
  return {
    'docs/policy.md': drawPage(keys),
    'resources/policy/policy.schema.json': drawSchema(keys),
    'resources/policy/atrium.admx': drawAdmx(keys),
    'resources/policy/en-US/atrium.adml': drawAdml(keys),
    'resources/policy/atrium.mobileconfig': drawProfile(keys),
  }
}

/** Compares the files of the policy with its declaration at `root`. Returns one line for each that is out of date. */
export const checkPolicyFiles = async (root: string): Promise<string[]> =>
  Object.entries(await drawPolicyFiles(root))
    .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
    .map(([path]) => `${path} is out of date: run npx node scripts/policy-files.ts`)

if (import.meta.main) {
  for (const [path, text] of Object.entries(await drawPolicyFiles(projectRoot))) {
    mkdirSync(dirname(join(projectRoot, path)), { recursive: true })
    writeFileSync(join(projectRoot, path), text)
  }
}
