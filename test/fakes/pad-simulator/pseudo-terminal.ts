import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, symlinkSync } from 'node:fs'

// Each of these programs opens a pseudo-terminal in raw mode and prints the path of the driver's end. It then copies
// bytes between the other end and its own input and output, until its input ends.
const PYTHON = `
import os, pty, select, tty
pad, driver = pty.openpty()
tty.setraw(driver)
os.write(1, (os.ttyname(driver) + '\\n').encode())
while True:
    ready = select.select([0, pad], [], [])[0]
    if 0 in ready:
        data = os.read(0, 4096)
        if not data: break
        os.write(pad, data)
    if pad in ready: os.write(1, os.read(pad, 4096))
`
// Every Debian has Perl. Perl has no function that opens a pseudo-terminal, so the script calls the kernel: unlock
// (TIOCSPTLCK), then the number (TIOCGPTN).
const PERL = `
open(my $pad, '+<', '/dev/ptmx') or die; my $zero = pack('i', 0); my $n = pack('I', 0);
ioctl($pad, 0x40045431, $zero) or die; ioctl($pad, 0x80045430, $n) or die;
my $path = '/dev/pts/' . unpack('I', $n); system('stty', '-F', $path, 'raw', '-echo') == 0 or die;
open(my $driver, '+<', $path) or die; syswrite(STDOUT, "$path\\n");
while (1) { my $set = ''; vec($set, 0, 1) = 1; vec($set, fileno($pad), 1) = 1; select($set, undef, undef, undef);
  my $data; if (vec($set, 0, 1)) { sysread(STDIN, $data, 4096) or last; syswrite($pad, $data) }
  if (vec($set, fileno($pad), 1)) { sysread($pad, $data, 4096) or last; syswrite(STDOUT, $data) } }
`

const programs = [
  { program: '/usr/bin/python3', args: ['-c', PYTHON], name: 'python3' },
  { program: 'python3', args: ['-c', PYTHON], name: 'python3' },
  { program: 'perl', args: ['-e', PERL], name: 'perl' },
] as const
type Maker = (typeof programs)[number]

const canMake = ({ program, args }: Maker): boolean =>
  spawnSync(program, [...args], { input: '', timeout: 10_000 })
    .stdout?.toString()
    .startsWith('/dev/') === true

/** Returns the programs of this machine that can make a pseudo-terminal, or why there are none. */
export const findPseudoTerminalMakers = (): readonly Maker[] | { readonly missing: string } => {
  const makers = programs.filter(
    (maker, index) => canMake(maker) && !programs.slice(0, index).some((one) => one.name === maker.name),
  )
  return makers.length > 0 ? makers : { missing: 'neither python3 nor perl could open a pseudo-terminal here' }
}

/** The pad's end of a line. */
export type PseudoTerminal = { write(bytes: Uint8Array): void; unplug(): Promise<void> }

/** Opens a line whose driver's end is the symbolic link `link`; `onBytes` receives what the driver writes. */
export const openPseudoTerminal = async (
  maker: Maker,
  link: string,
  onBytes: (bytes: Buffer) => void,
): Promise<PseudoTerminal> => {
  const child: ChildProcess = spawn(maker.program, [...maker.args], { stdio: ['pipe', 'pipe', 'ignore'] })
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('a pseudo-terminal needs its pipes')
  stdin.on('error', () => undefined)
  const [first] = (await once(stdout, 'data')) as [Buffer]
  const end = first.indexOf('\n')
  // The link is renamed into place, as udev does, so that it is complete as soon as it exists.
  symlinkSync(first.subarray(0, end).toString(), `${link}.new`)
  renameSync(`${link}.new`, link)
  stdout.on('data', onBytes)
  if (end + 1 < first.length) onBytes(first.subarray(end + 1))
  return {
    write: (bytes) => {
      if (stdin.writable) stdin.write(bytes)
    },
    async unplug() {
      rmSync(link, { force: true })
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
