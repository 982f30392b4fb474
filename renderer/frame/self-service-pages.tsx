import { lazy, useCallback, useState } from 'react'
import { Route, Switch } from 'wouter'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import { type StudyID, studyIDSchema } from '#domain/values/study-id.ts'
import type { SelfServiceStores } from '../booking/self-service/self-service-factories.ts'
import { routes } from '../routes.ts'
import type { SelfServiceProps } from '../session/screen-props.ts'
import { NotFound } from './not-found.tsx'
import { withSkeleton } from './with-skeleton.tsx'

const SelfSlotScreen = lazy(async () => ({
  default: (await import('../booking/self-service/slot-screen.tsx')).SelfSlotScreen,
}))
const SelfStudyScreen = lazy(async () => ({
  default: (await import('../booking/self-service/self-study-screen.tsx')).SelfStudyScreen,
}))

/** Shows the member's own pages, outside the staff frame. */
export function SelfServicePages(props: SelfServiceProps<SelfServiceStores>) {
  // Kept in memory only: the answers are health data, and another person may use this screen next.
  const [unsent, setUnsent] = useState<{ readonly studyID: StudyID; readonly draft: SafetyDraft | null } | null>(null)
  const keepDraft = useCallback(
    (studyID: StudyID, draft: SafetyDraft | null): void => setUnsent({ studyID, draft }),
    [],
  )
  return (
    <Switch>
      <Route path={routes.selfSlot}>
        {withSkeleton(<SelfSlotScreen key="slot" {...props} isReferral={false} onDraft={keepDraft} />)}
      </Route>
      <Route path={routes.selfReferral}>
        {withSkeleton(<SelfSlotScreen key="referral" {...props} isReferral onDraft={keepDraft} />)}
      </Route>
      <Route path={routes.selfStudy}>
        {({ page, studyID }) => {
          const parsed = studyIDSchema.safeParse(studyID)
          return parsed.success ? (
            withSkeleton(
              <SelfStudyScreen
                {...props}
                page={page}
                studyID={parsed.data}
                draft={unsent?.studyID === parsed.data ? unsent.draft : null}
                onDraft={keepDraft}
              />,
            )
          ) : (
            <NotFound home={routes.selfSlot} />
          )
        }}
      </Route>
      <Route>
        <NotFound home={routes.selfSlot} />
      </Route>
    </Switch>
  )
}
