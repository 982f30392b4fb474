import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isDeep } from '#test/fixtures/deep.ts'
import { everythingToReport } from '#test/fixtures/questionnaire/written-answers.ts'

const kills = isDeep ? 30 : 4
const root = fileURLToPath(new URL('../../..', import.meta.url))

const startDesk = (folder: string) => {
  const child = spawn(
    process.execPath,
    ['--no-warnings', join(root, 'test/fixtures/services/answering-desk.ts'), folder],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    /**
     * Returns the desk's next report of all its answers. The desk sends a report after it loads the answers, and after
     * it stores each new answer. Throws if the desk has ended.
     */
    readAnswers: async (): Promise<unknown> => {
      const line = await lines.next()
      if (line.done === true) throw new Error('The desk ended')
      return JSON.parse(line.value)
    },
    tell: (answer: unknown): void => {
      child.stdin.write(`${JSON.stringify(answer)}\n`)
    },
    kill: async (): Promise<void> => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

describe('kill -9 in the middle of the safety questions', () => {
  it(`loses no answer in ${kills} kills, each right after the desk reported an answer as stored`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-kill-answers-'))
    const given = Object.entries(everythingToReport).slice(0, kills)
    expect(given).toHaveLength(kills)
    let answers = {}
    for (const [field, value] of given) {
      const desk = startDesk(folder)
      expect(await desk.readAnswers()).toEqual(answers)
      answers = { ...answers, [field]: value }
      desk.tell({ [field]: value })
      expect(await desk.readAnswers()).toEqual(answers)
      await desk.kill()
    }
    const last = startDesk(folder)
    expect(await last.readAnswers()).toEqual(Object.fromEntries(given))
    await last.kill()
    // No answer is on disk unencrypted.
    const files = readdirSync(folder).filter((name) => name.startsWith('journal.db'))
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) expect(readFileSync(join(folder, name)).includes('Aortic, 2011')).toBe(false)
  }, 180_000)
})
