import { mayMatchResults } from '#domain/results/result-roles.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { useReadFile } from '../study/use-read-file.ts'
import { reportWords } from './report-words.ts'

const words = reportWords.publish.waiting

/** Warns before a publication that results about the study or its member are not matched yet (decision 314). */
export function UnmatchedResults({ page }: StudyPartProps) {
  const { studyID } = page.view.study
  const { file: read } = useReadFile(() => page.bridge.results.ofStudy({ studyID }))
  if (read.kind === 'failed') return <Banner tone="warning" title={words.failed} />
  if (read.kind !== 'ready' || read.value.waiting === 0) return null
  const { waiting, resultID } = read.value
  const mayMatch = mayMatchResults(page.session.user.roles)
  return (
    <Banner
      tone="warning"
      title={words.title(waiting)}
      action={mayMatch ? <LinkButton href={paths.results(resultID ?? undefined)}>{words.open}</LinkButton> : null}
    >
      {mayMatch ? words.text : `${words.text} ${words.ask}`}
    </Banner>
  )
}
