import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { worklistSchema } from '#domain/worklists/worklist.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { openMessagesWords } from '../messages/open-messages-words.ts'
import { paths } from '../routes.ts'
import { studyPageWords } from './study-page-words.ts'

/**
 * Shows a link back to the list from which the study was opened: a worklist, or the messages that wait for staff. Alt
 * and the left arrow do the same.
 */
export function WorklistReturn() {
  const [, navigate] = useLocation()
  const origin = new URLSearchParams(useSearch()).get('from')
  const list = worklistSchema.safeParse(origin).data
  const back = origin === 'messages' ? paths.messages() : list === undefined ? null : paths.worklist(list)
  useEffect(() => {
    if (back === null) return
    const onKey = (event: KeyboardEvent): void => {
      if (!event.altKey || event.key !== 'ArrowLeft' || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      navigate(back)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [back, navigate])
  if (back === null) return null
  return (
    <div className="stuh__back">
      <LinkButton href={back} variant="text" size="small" icon={<ArrowLeft aria-hidden="true" />}>
        {origin === 'messages' ? openMessagesWords.back : studyPageWords.head.backToWorklist}
      </LinkButton>
    </div>
  )
}
