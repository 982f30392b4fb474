import { formatSize } from '#domain/format/format-size.ts'
import { formatTime } from '#domain/format/format-time.ts'
import type { UpdateHours } from '#domain/update/decide-install.ts'
import type { ReadyObstacle, UpdateState } from '#domain/update/update-state.ts'
import { obstacleWords, refusalWords, updatesOffWords, updateWords } from './update-words.ts'

const hourText = (hour: number): string => formatTime(`${String(hour).padStart(2, '0')}:00`)

/** Returns when an organisation's update hours begin and end: `10:00pm`, `05:00am`. */
export const hoursText = ({ fromHour, toHour }: UpdateHours): [from: string, to: string] => [
  hourText(fromHour),
  hourText(toHour),
]

/** Returns the obstacles except `signed-in`, because the signed-in user reads the text and can restart anyway. */
export const withoutReader = (obstacles: readonly ReadyObstacle[]): readonly ReadyObstacle[] =>
  obstacles.filter((one) => one !== 'signed-in')

/** Describes what the updater is doing, in one or two sentences. */
export const describeUpdate = (state: UpdateState): string => {
  const words = updateWords
  switch (state.kind) {
    case 'off':
      return updatesOffWords[state.reason]
    case 'idle':
      return words.idle
    case 'checking':
      return words.checking
    case 'held-back':
      return words.heldBack[state.reason](state.version)
    case 'for-it': {
      const found = state.change === 'rollback' ? words.forITBack(state.version) : words.forIT(state.version)
      return state.needsServer === null ? found : `${found} ${words.needsServer(state.needsServer)}`
    }
    case 'downloading':
      return words.downloading(state.version, formatSize(state.doneBytes), formatSize(state.totalBytes))
    case 'ready': {
      const ready = state.change === 'rollback' ? words.readyBack(state.version) : words.ready(state.version)
      if (state.obstacles.length === 0) return ready
      return `${ready} ${words.waitsFor(state.obstacles.map((one) => obstacleWords[one]).join(', '))}`
    }
    case 'installing':
      return words.installing(state.version)
    case 'failed':
      return words.failed(refusalWords[state.code] ?? words.failedWithoutReason)
  }
}
