import { useCallback, useState } from 'react'
import { Route, Switch } from 'wouter'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import { type StudyID, studyIDSchema } from '#domain/values/study-id.ts'
import { SelfLanguageProvider, useSelfLanguage } from '../booking/self-service/self-language.tsx'
import type { SelfServiceStores } from '../booking/self-service/self-service-factories.ts'
import { loadLater } from '../kit/load-later.tsx'
import { routes } from '../routes.ts'
import type { SelfServiceProps } from '../session/screen-props.ts'
import { NotFound } from './not-found.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'

const SelfSlotScreen = loadLater(
  async () => (await import('../booking/self-service/slot-screen.tsx')).SelfSlotScreen,
  SelfScreenSkeleton,
)
const SelfStudyScreen = loadLater(
  async () => (await import('../booking/self-service/self-study-screen.tsx')).SelfStudyScreen,
  SelfScreenSkeleton,
)

/** Shows the member's own pages, outside the staff frame, in the member's language. */
export function SelfServicePages(props: SelfServiceProps<SelfServiceStores>) {
  return (
    <SelfLanguageProvider>
      <Pages {...props} />
    </SelfLanguageProvider>
  )
}

function Pages(props: SelfServiceProps<SelfServiceStores>) {
  const { words } = useSelfLanguage()
  const notFound = <NotFound home={routes.selfSlot} words={words.page.notFound} />
  // Kept in memory only: the answers are health data, and another person may use this screen next.
  const [unsent, setUnsent] = useState<{ readonly studyID: StudyID; readonly draft: SafetyDraft | null } | null>(null)
  const keepDraft = useCallback(
    (studyID: StudyID, draft: SafetyDraft | null): void => setUnsent({ studyID, draft }),
    [],
  )
  return (
    <Switch>
      <Route path={routes.selfSlot}>
        <SelfSlotScreen key="slot" {...props} isReferral={false} onDraft={keepDraft} />
      </Route>
      <Route path={routes.selfReferral}>
        <SelfSlotScreen key="referral" {...props} isReferral onDraft={keepDraft} />
      </Route>
      <Route path={routes.selfStudy}>
        {({ page, studyID }) => {
          const parsed = studyIDSchema.safeParse(studyID)
          return parsed.success ? (
            <SelfStudyScreen
              {...props}
              page={page}
              studyID={parsed.data}
              draft={unsent?.studyID === parsed.data ? unsent.draft : null}
              onDraft={keepDraft}
            />
          ) : (
            notFound
          )
        }}
      </Route>
      <Route>{notFound}</Route>
    </Switch>
  )
}

/** The skeleton with its label in the member's language. */
function SelfScreenSkeleton() {
  const { words } = useSelfLanguage()
  return <ScreenSkeleton label={words.page.loading} />
}
