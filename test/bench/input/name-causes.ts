import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import type { LongFrame } from './watch-inputs.ts'

type Built = { readonly code: string; readonly map: SourceMap }

/** Describes what kept a page busy between two of its times: its long frames, with the scripts that ran in them. */
export type CauseNames = (frames: readonly LongFrame[], from: number, to: number) => string

const sourcePattern = /^(\S*) \S+\/assets\/(\S+\.js):(-?\d+)$/
/** The scripts of a wait that are worth naming. */
const mostScripts = 2

/**
 * Returns the function that names causes. The built scripts of `rendererFolder` are minified, so the place of a script
 * is looked up in their source maps, if the build has any.
 */
export const createCauseNames = (rendererFolder: string): CauseNames => {
  const known = new Map<string, Built | null>()
  const readBuilt = (file: string): Built | null => {
    const found = known.get(file)
    if (found !== undefined) return found
    const path = join(rendererFolder, 'assets', file)
    const built = existsSync(`${path}.map`)
      ? { code: readFileSync(path, 'utf8'), map: new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))) }
      : null
    known.set(file, built)
    return built
  }
  const describeSource = (source: string): string => {
    const [, , file = '', position = ''] = sourcePattern.exec(source) ?? []
    const built = readBuilt(file)
    if (built === null || Number(position) < 0) return source.trim()
    const before = built.code.slice(0, Number(position)).split('\n')
    const entry = built.map.findEntry(before.length - 1, before.at(-1)?.length ?? 0)
    if (!('originalSource' in entry)) return source.trim()
    return `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}`
  }
  return (frames, from, to) => {
    const during = frames.filter(({ at, ms }) => at < to && at + ms > from)
    if (during.length === 0) return 'no frame of 50 ms'
    const scripts = during.flatMap((frame) => frame.scripts).toSorted((a, b) => b.ms - a.ms)
    const drawMs = during.reduce((sum, frame) => sum + frame.drawMs, 0)
    const named = scripts
      .slice(0, mostScripts)
      .map(({ invoker, ms, source }) => `${ms.toFixed(0)} ms ${invoker} (${describeSource(source)})`)
    return [...named, `${drawMs.toFixed(0)} ms of style, layout and paint`].join(', ')
  }
}
