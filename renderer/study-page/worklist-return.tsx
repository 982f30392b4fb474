import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { worklistSchema } from '#domain/worklists/worklist.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import { studyPageWords } from './study-page-words.ts'

/** Shows the way back to the worklist from which the study was opened; Alt and the left arrow do the same. */
export function WorklistReturn() {
  const [, navigate] = useLocation()
  const from = worklistSchema.safeParse(new URLSearchParams(useSearch()).get('from')).data ?? null
  useEffect(() => {
    if (from === null) return
    const onKey = (event: KeyboardEvent): void => {
      if (!event.altKey || event.key !== 'ArrowLeft' || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      navigate(paths.worklist(from))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [from, navigate])
  if (from === null) return null
  return (
    <div className="stuh__back">
      <LinkButton href={paths.worklist(from)} variant="text" size="small" icon={<ArrowLeft aria-hidden="true" />}>
        {studyPageWords.head.backToWorklist}
      </LinkButton>
    </div>
  )
}
