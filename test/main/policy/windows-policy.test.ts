import { describe, expect, it, vi } from 'vitest'
import { noPolicy, readPolicy } from '#main/policy/read-policy.ts'
import { type AskSystem, findWindowsFolder } from '#main/policy/windows-reading.ts'

const line = (kind: string, name: string, text: string): string =>
  `${kind} ${name} ${Array.from({ length: text.length }, (_, place) => text.charCodeAt(place)).join(',')}`
const end = line('end', '-', '')
const output = (...lines: readonly string[]): string => lines.map((each) => `${each}\r\n`).join('')
const read = (run: string | null) => readPolicy(undefined, { system: 'win32', run: () => run })

const protectedFolder = 'O:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)'
const protectedFile = 'O:BAD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)'
/** Returns the output of the script for a file. */
const fileOutput = (change: { file?: string; folder?: string; link?: 'file' | 'folder'; text?: string } = {}) => {
  const { file = protectedFile, folder = protectedFolder, link, text = '{"kiosk":true}' } = change
  return output(
    line('file', 'sddl', file),
    line('file', 'attributes', link === 'file' ? '1056' : '32'),
    line('folder', 'sddl', folder),
    line('folder', 'attributes', link === 'folder' ? '1040' : '16'),
    line('file', 'text', text),
    end,
  )
}

describe('the Windows policy', () => {
  it('comes from the registry key of group policy, with every character of its texts', () => {
    const key = output(
      line('key', '-', ''),
      line('text', 'serverAddress', 'https://atrium.clinic.example'),
      line('text', 'reportPrinter', 'Réception 1 – 受付 🖨'),
      line('number', 'lockMinutes', '10'),
      line('number', 'kiosk', '1'),
      line('number', 'autostart', '0'),
      line('text', 'another one', 'x'),
      end,
    )
    expect(read(key)).toEqual({
      values: {
        serverAddress: 'https://atrium.clinic.example',
        reportPrinter: 'Réception 1 – 受付 🖨',
        lockMinutes: 10,
        kiosk: true,
        autostart: false,
      },
      problem: null,
    })
    expect(read(output(line('key', '-', ''), end))).toEqual(noPolicy)
    expect(read(output(line('key', '-', ''), line('number', 'lockMinutes', '0'), end)).problem).toBe('unreadable')
  })

  it('counts as missing only if Windows has neither the key nor the file', () => {
    expect(read(output(end))).toEqual(noPolicy)
    const unreadable = { values: {}, problem: 'unreadable' }
    const cut = output(line('key', '-', ''), line('number', 'kiosk', '1'))
    for (const failed of [null, '', cut, output(line('file', 'sddl', protectedFile), end), 'Atrium is blocked\r\n']) {
      expect(read(failed), String(failed)).toEqual(unreadable)
    }
  })

  it('comes from the file if the file and its folder belong to administrators', () => {
    expect(read(fileOutput())).toEqual({ values: { kiosk: true }, problem: null })
    expect(read(fileOutput({ text: '\uFEFF{"kiosk":true}' })).values).toEqual({ kiosk: true })
    expect(read(fileOutput({ text: '{"kiosk":1}' })).problem).toBe('unreadable')
    expect(read(fileOutput({ text: '' })).problem).toBe('unreadable')
  })

  it.each<[string, string, boolean]>([
    ['SYSTEM as the owner', 'O:SYD:P(A;;FA;;;SY)(A;;FA;;;BA)', true],
    ['Administrators by number', 'O:S-1-5-32-544G:S-1-5-21-1-2-3-513D:PAI(A;;FA;;;S-1-5-32-544)', true],
    [
      'the Windows installer as the owner',
      'O:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464D:(A;;FA;;;SY)',
      true,
    ],
    ['reading by everyone', 'O:BAD:(A;;FR;;;WD)(A;;0x1200a9;;;AU)(A;;GRGX;;;BU)(A;;0xa0000000;;;BU)', true],
    ['a denial', 'O:BAD:(D;;FA;;;BG)(A;;FA;;;SY)', true],
    ['full rights that only new content inherits', 'O:BAD:(A;OICIIO;GA;;;CO)(A;;FA;;;BA)', true],
    ['an ordinary owner', 'O:S-1-5-21-1-2-3-1001D:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;BU)', false],
    ['all users as the owner', 'O:BUD:(A;;FA;;;SY)', false],
    ['no owner', 'D:(A;;FA;;;SY)', false],
    ['no list', 'O:BA', false],
    ['an open list', 'O:BAD:NO_ACCESS_CONTROL', false],
    ['the usual rights in ProgramData', 'O:BAD:AI(A;ID;FA;;;SY)(A;CIID;DCLCRPCR;;;BU)', false],
    ['the right of users to create files', 'O:BAD:(A;;0x1200ab;;;BU)', false],
    ['the right of users to create folders', 'O:BAD:(A;;0x1200ad;;;BU)', false],
    ['the right of users to remove content', 'O:BAD:(A;;0x1200e9;;;BU)', false],
    ['attributes by users', 'O:BAD:(A;;0x1201a9;;;BU)', false],
    ['deletion by users', 'O:BAD:(A;;0x1300a9;;;BU)', false],
    ['permissions by users', 'O:BAD:(A;;RCWD;;;BU)', false],
    ['the right of users to change the owner', 'O:BAD:(A;;0x1a00a9;;;BU)', false],
    ['generic write access for an account', 'O:BAD:(A;;GW;;;S-1-5-21-1-2-3-1001)', false],
    ['generic rights as a number', 'O:BAD:(A;;0x10000000;;;WD)', false],
    ['full rights for the creator', 'O:BAD:(A;;FA;;;CO)', false],
    ['a condition', 'O:BAD:(XA;;FA;;;WD;(Member_of {SID(BU)}))', false],
    ['rights on a part', 'O:BAD:(OA;;FR;1234;;BU)', false],
    ['unknown letters', 'O:BAD:(A;;ZZ;;;BU)', false],
    ['more text', 'O:BAD:(A;;FA;;;SY)x', false],
  ])('is judged by the owner and the access list of its file and folder: %s (%s)', (_what, sddl, isGood) => {
    const expected = isGood ? { values: { kiosk: true }, problem: null } : { values: {}, problem: 'writable' }
    expect(read(fileOutput({ file: sddl })), 'file').toEqual(expected)
    expect(read(fileOutput({ folder: sddl })), 'folder').toEqual(expected)
  })

  it('is ignored if the file or its folder is a link', () => {
    expect(read(fileOutput({ link: 'file' })).problem).toBe('writable')
    expect(read(fileOutput({ link: 'folder' })).problem).toBe('writable')
  })

  it('is read by the PowerShell of Windows, which gets no value from the environment of Atrium', () => {
    const run = vi.fn<AskSystem>(() => output(end))
    vi.stubEnv('SystemRoot', 'D:\\planted')
    vi.stubEnv('ProgramData', 'D:\\planted')
    vi.stubEnv('PSModulePath', 'D:\\planted')
    readPolicy(undefined, { system: 'win32', run })
    vi.unstubAllEnvs()
    const [program, args, env] = run.mock.calls[0] ?? []
    expect(program).toBe('C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe')
    expect(JSON.stringify([args, env])).not.toContain('planted')
    expect(args?.join(' ')).not.toContain('$env:')
    expect(args?.at(-1)).not.toContain('"')
    expect(env).toMatchObject({ SystemRoot: 'C:\\Windows', SystemDrive: 'C:' })
    expect(findWindowsFolder(() => 'E:\\WINNT')).toBe('E:\\WINNT')
    expect(findWindowsFolder(() => '\\\\server\\share')).toBe('C:\\Windows')
  })
})
