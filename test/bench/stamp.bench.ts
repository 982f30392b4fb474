import { execFileSync, fork, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { createPdfWorkshop } from '#paper/stamp/create-pdf-workshop.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import { unseenBomb } from '#test/fixtures/pdf/pdf-kinds.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { percentile, timed } from './figures.ts'
import { buildReport } from './stamp/bench-pdfs.ts'
import type { StampRun } from './stamp/stamp-process.ts'
import { benchRequest, stampers } from './stamp/stampers.ts'

/** Time and memory for putting three lines on every page of two reports, compared with other tools. */
export const name: BenchModule['name'] = 'Stamping of PDFs'

const reports = [
  { label: '10 pages, 48 kB', pages: 10, pictureBytes: 4_600, rounds: 41 },
  { label: '200 pages, 20 MB', pages: 200, pictureBytes: 104_000, rounds: 11 },
] as const
const floorName = Object.keys(stampers)[0] ?? ''
const program = join(import.meta.dirname, 'stamp', 'stamp-process.ts')

type Peer = { readonly name: string; run(): Promise<StampRun>; stop(): void }

const startPeer = async (peer: string, path: string): Promise<Peer> => {
  const child = fork(program, [peer, path])
  let onMessage: (message: unknown) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const listen = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      onMessage = resolve
      fail = reject
    })
  child.on('message', (message) => onMessage(message))
  child.on('exit', () => fail(new Error(`${peer} ended`)))
  await listen()
  return {
    name: peer,
    run: async () => {
      const answer = listen()
      child.send('run')
      return (await answer) as StampRun
    },
    stop: () => void child.kill(),
  }
}

/** Stamps as the app does: the time includes sending the PDF to a separate process and back. */
const startWorkshop = (bytes: Uint8Array): Peer => {
  const workshop = createPdfWorkshop({ startProcess: startChildProcess, log: () => undefined })
  return {
    name: 'Atrium, through its process',
    run: async () => {
      const start = performance.now()
      const answer = await workshop.stamp(bytes, benchRequest)
      if (answer.kind === 'refused') throw new Error(answer.reason)
      return { ms: performance.now() - start, peakMiB: Number.NaN, size: answer.bytes.length }
    },
    stop: () => workshop.close(),
  }
}

/** Stamps with qpdf, which overlays one page on all pages. It runs a process for each file, which is its usual use. */
const startQpdf = async (path: string, folder: string): Promise<Peer | null> => {
  const qpdf = process.env.QPDF_PATH ?? 'qpdf'
  if (spawnSync(qpdf, ['--version'], { stdio: 'ignore' }).status !== 0) return null
  const document = await PDFDocument.create()
  document.addPage([612, 792]).drawText('Ng, Zoe', { x: 480, y: 766, size: 8 })
  const [over, out] = [join(folder, 'over.pdf'), join(folder, 'out.pdf')]
  writeFileSync(over, await document.save())
  const run = (): void => void execFileSync(qpdf, [path, '--overlay', over, '--repeat=1', '--', out])
  return {
    name: 'qpdf --overlay, in its own process',
    run: async () => ({ ms: timed(run).ms, peakMiB: Number.NaN, size: 0 }),
    stop: () => undefined,
  }
}

const measureReport = async (folder: string, report: (typeof reports)[number]): Promise<readonly BenchRow[]> => {
  const bytes = buildReport(report.pages, report.pictureBytes)
  const path = join(folder, 'report.pdf')
  writeFileSync(path, bytes)
  const peers: Peer[] = []
  try {
    for (const peer of Object.keys(stampers)) peers.push(await startPeer(peer, path))
    peers.push(startWorkshop(bytes))
    const qpdf = await startQpdf(path, folder)
    if (qpdf !== null) peers.push(qpdf)
    // The first run gives the memory of a new process. Its time is not used, because the code is not compiled yet.
    const first = new Map<Peer, StampRun>()
    for (const peer of peers) first.set(peer, await peer.run())
    const times = new Map<Peer, number[]>(peers.map((peer) => [peer, []]))
    for (let round = 0; round < report.rounds; round += 1)
      for (const peer of peers) times.get(peer)?.push((await peer.run()).ms)
    return toRows(report, bytes.length, peers, first, times)
  } finally {
    for (const peer of peers) peer.stop()
  }
}

const toRows = (
  report: (typeof reports)[number],
  size: number,
  peers: readonly Peer[],
  first: ReadonlyMap<Peer, StampRun>,
  times: ReadonlyMap<Peer, readonly number[]>,
): readonly BenchRow[] => {
  const floorPeer = peers.find((peer) => peer.name === floorName)
  if (floorPeer === undefined) throw new Error('There is no figure to compare with')
  const floor = Math.min(...(times.get(floorPeer) ?? []))
  const floorMiB = first.get(floorPeer)?.peakMiB ?? Number.NaN
  const rows = peers.map((peer): BenchRow => {
    const value = Math.min(...(times.get(peer) ?? []))
    return { name: `${report.label}: ${peer.name}`, value, unit: 'ms', floor, ratio: value / floor }
  })
  const memory = peers.flatMap((peer): BenchRow[] => {
    const value = first.get(peer)?.peakMiB ?? Number.NaN
    if (Number.isNaN(value)) return []
    return [
      { name: `${report.label}: ${peer.name}`, value, unit: 'MiB at most', floor: floorMiB, ratio: value / floorMiB },
    ]
  })
  const ours = peers.find((peer) => peer.name === 'Atrium')
  const growth = ((ours === undefined ? 0 : (first.get(ours)?.size ?? 0)) - size) / report.pages
  return [...rows, ...memory, { name: `${report.label}: growth by Atrium`, value: growth, unit: 'bytes a page' }]
}

const bombRounds = 5

/**
 * Measures how soon a decompression bomb is stopped, and how long other PDFs take in the meantime. The bomb is a PDF of
 * 1.1 MB that expands to 1.1 GiB in the PDF library.
 */
const measureBomb = async (): Promise<readonly BenchRow[]> => {
  const bomb = await unseenBomb()
  const small = buildReport(10, 4_600)
  const peaks: number[] = []
  const workshop = createPdfWorkshop({
    startProcess: startChildProcess,
    log: (_, code, data) => {
      if (code === 'pdf.stopped' && typeof data?.peakMiB === 'number') peaks.push(data.peakMiB)
    },
  })
  const stopped: number[] = []
  const others: number[] = []
  try {
    for (let round = 0; round < bombRounds; round += 1) {
      await Promise.all([workshop.inspect(small), workshop.inspect(small)])
      let isOver = false
      const start = performance.now()
      const ended = workshop.stamp(bomb, benchRequest).then((answer) => {
        if (answer.kind !== 'refused') throw new Error('A bomb was accepted')
        stopped.push(performance.now() - start)
        isOver = true
      })
      while (!isOver) {
        const asked = performance.now()
        await workshop.stamp(small, benchRequest)
        others.push(performance.now() - asked)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await ended
    }
  } finally {
    workshop.close()
  }
  return [
    { name: 'bomb of 1.1 MB and 1.1 GiB: stopped, slowest', value: Math.max(...stopped), unit: 'ms' },
    { name: 'bomb of 1.1 MB and 1.1 GiB: memory', value: Math.max(...peaks), unit: 'MiB at most' },
    { name: 'other PDFs while a bomb is at work, p99', value: percentile(others, 0.99), unit: 'ms' },
  ]
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  try {
    const rows: BenchRow[] = []
    for (const report of reports) rows.push(...(await measureReport(folder, report)))
    rows.push(...(await measureBomb()))
    const aims = [
      'Aims for 200 pages: at most 1.5 x the time of the copy of the bytes, 0.5 x the time of mupdf, 80 MiB of memory (a process that runs from source has some 60 MiB before it does anything) and 300 bytes of growth a page. A bomb is stopped within 2,000 ms and at no more than 512 MiB.',
      'Times are those of the quickest of many warm runs. In each round every tool runs once. Memory is the maximum of a fresh process after its first run.',
    ]
    return { rows, notes: aims }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
