import { describe, expect, it } from 'vitest'
import type { NoticeToast } from '#renderer/kit/notices.ts'
import { closeOffers, createNamedNotices, type Offers } from '#renderer/study/named-notices.ts'
import { studyPartWords } from '#renderer/study/study-words.ts'

const who = 'Ana Silva, 03 Feb 1980'

const opened = () => {
  const shown: NoticeToast[] = []
  const closed: string[] = []
  const say = (notice: NoticeToast | string): string => {
    shown.push(typeof notice === 'string' ? { title: notice } : notice)
    return `key-${shown.length}`
  }
  const notices = { success: say, warning: say, error: say, close: (key: string) => void closed.push(key) }
  const offers: Offers = { keys: new Set(), isOpen: true }
  return { shown, closed, notices, offers, named: createNamedNotices(notices, who, offers) }
}
const action = { label: studyPartWords.undo, onPress: () => undefined }

describe('the notices of a study page', () => {
  it('name the person first', () => {
    const { shown, named } = opened()
    named.success('Checked in')
    named.error({ title: 'Saving failed', description: 'No answer came.' })
    expect(shown).toEqual([
      { title: 'Checked in', description: who },
      { title: 'Saving failed', description: `${who}. No answer came.` },
    ])
  })

  it('are closed when the page is left if they have a button, and stay otherwise', () => {
    const { closed, notices, offers, named } = opened()
    named.success('Checked in')
    named.success({ title: 'Marked as urgent', action })
    closeOffers(notices, offers)
    expect(closed).toEqual(['key-2'])
  })

  it('report an act that was answered after the page was left, but have no button for the act', () => {
    const { shown, notices, offers, named } = opened()
    closeOffers(notices, offers)
    named.success({ title: 'Marked as urgent', action })
    expect(shown).toEqual([{ title: 'Marked as urgent', description: who }])
  })
})
