import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { Route, Switch } from 'wouter'
import { type StudyID, studyIDSchema } from '#domain/booking/study-id.ts'
import type { SafetyDraft } from './forms/study-safety-draft.ts'
import { routes } from './routes.ts'
import { NotFound } from './screens/frame/not-found.tsx'
import { ScreenSkeleton } from './screens/frame/screen-skeleton.tsx'
import type { ScreenProps, SelfServiceProps } from './stores/screen-props.ts'

const BookingScreen = lazy(async () => ({
  default: (await import('./screens/booking/booking-screen.tsx')).BookingScreen,
}))
const CrmBookingScreen = lazy(async () => ({
  default: (await import('./screens/booking/crm-booking-screen.tsx')).CrmBookingScreen,
}))
const StudyBookingScreen = lazy(async () => ({
  default: (await import('./screens/booking/study-booking-screen.tsx')).StudyBookingScreen,
}))
const FrontdeskScreen = lazy(async () => ({
  default: (await import('./screens/frontdesk/frontdesk-screen.tsx')).FrontdeskScreen,
}))

const SelfSlotScreen = lazy(async () => ({
  default: (await import('./screens/self-booking/slot-screen.tsx')).SelfSlotScreen,
}))
const SelfStudyScreen = lazy(async () => ({
  default: (await import('./screens/self-booking/self-study-screen.tsx')).SelfStudyScreen,
}))

const late = (children: ReactNode): ReactNode => <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>

/** The routes of assisted booking and the front desk, each screen loaded when first opened. */
export const bookingRoutes = (props: ScreenProps): ReactNode[] => [
  <Route key={routes.crmBooking} path={routes.crmBooking}>
    {late(<CrmBookingScreen {...props} />)}
  </Route>,
  <Route key={routes.studyBooking} path={routes.studyBooking}>
    {({ studyID }) => {
      const parsed = studyIDSchema.safeParse(studyID)
      return parsed.success ? (
        late(<StudyBookingScreen key={parsed.data} {...props} studyID={parsed.data} />)
      ) : (
        <NotFound home={routes.home} />
      )
    }}
  </Route>,
  <Route key={routes.booking} path={routes.booking}>
    {late(<BookingScreen {...props} />)}
  </Route>,
  <Route key={routes.frontdesk} path={routes.frontdesk}>
    {late(<FrontdeskScreen {...props} />)}
  </Route>,
]

/** The member's own pages, outside the staff's frame. */
export function SelfServicePages(props: SelfServiceProps) {
  // In memory alone: it is about health, and the next person at this screen may be another one.
  const [unsent, setUnsent] = useState<{ readonly studyID: StudyID; readonly draft: SafetyDraft | null } | null>(null)
  const keepDraft = useCallback(
    (studyID: StudyID, draft: SafetyDraft | null): void => setUnsent({ studyID, draft }),
    [],
  )
  return (
    <Switch>
      <Route path={routes.selfSlot}>
        {late(<SelfSlotScreen key="slot" {...props} isReferral={false} onDraft={keepDraft} />)}
      </Route>
      <Route path={routes.selfReferral}>
        {late(<SelfSlotScreen key="referral" {...props} isReferral onDraft={keepDraft} />)}
      </Route>
      <Route path={routes.selfStudy}>
        {({ page, studyID }) => {
          const parsed = studyIDSchema.safeParse(studyID)
          return parsed.success ? (
            late(
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
