import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { Route, Switch } from 'wouter'
import { type StudyID, studyIDSchema } from '#domain/booking/study-id.ts'
import type { SafetyDraft } from '#domain/questionnaire/study-safety-draft.ts'
import type { SelfServiceStores } from '../booking/self-service/self-service-factories.ts'
import { routes } from '../routes.ts'
import type { ScreenProps, SelfServiceProps } from '../session/screen-props.ts'
import { NotFound } from './not-found.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import type { ScreenStores } from './screen-stores.ts'

const BookingScreen = lazy(async () => ({
  default: (await import('../booking/assisted/booking-screen.tsx')).BookingScreen,
}))
const CrmBookingScreen = lazy(async () => ({
  default: (await import('../crm/crm-booking-screen.tsx')).CrmBookingScreen,
}))
const StudyBookingScreen = lazy(async () => ({
  default: (await import('../booking/moving/study-booking-screen.tsx')).StudyBookingScreen,
}))
const FrontdeskScreen = lazy(async () => ({
  default: (await import('../booking/front-desk/frontdesk-screen.tsx')).FrontdeskScreen,
}))

const FrontdeskStudyScreen = lazy(async () => ({
  default: (await import('../payments/frontdesk-study-screen.tsx')).FrontdeskStudyScreen,
}))
const StudyPaymentScreen = lazy(async () => ({
  default: (await import('../payments/study-payment-screen.tsx')).StudyPaymentScreen,
}))
const InvoiceScreen = lazy(async () => ({
  default: (await import('../payments/invoice/invoice-screen.tsx')).InvoiceScreen,
}))
const FollowUpScreen = lazy(async () => ({
  default: (await import('../study/follow-up/follow-up-screen.tsx')).FollowUpScreen,
}))
const FinanceScreen = lazy(async () => ({
  default: (await import('../finance/finance-screen.tsx')).FinanceScreen,
}))

const DirectoryScreen = lazy(async () => ({
  default: (await import('../people/directory-screen.tsx')).DirectoryScreen,
}))

const MedicalReportsScreen = lazy(async () => ({
  default: (await import('../documents/medical-reports-screen.tsx')).MedicalReportsScreen,
}))
const SharingScreen = lazy(async () => ({
  default: (await import('../documents/sharing-screen.tsx')).SharingScreen,
}))
const QueuesScreen = lazy(async () => ({
  default: (await import('../queue/queues-screen.tsx')).QueuesScreen,
}))

const StudyScreen = lazy(async () => ({
  default: (await import('../study-page/study-screen.tsx')).StudyScreen,
}))

const SelfSlotScreen = lazy(async () => ({
  default: (await import('../booking/self-service/slot-screen.tsx')).SelfSlotScreen,
}))
const SelfStudyScreen = lazy(async () => ({
  default: (await import('../booking/self-service/self-study-screen.tsx')).SelfStudyScreen,
}))

const late = (children: ReactNode): ReactNode => <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>

/** The route of a screen about one study; an address that names none leads back to the start. */
const studyRoute = (
  path: string,
  props: ScreenProps<ScreenStores>,
  Screen: ComponentType<ScreenProps<ScreenStores> & { readonly studyID: StudyID }>,
): ReactNode => (
  <Route key={path} path={path}>
    {({ studyID }: { studyID?: string }) => {
      const parsed = studyIDSchema.safeParse(studyID)
      return parsed.success ? (
        late(<Screen key={parsed.data} {...props} studyID={parsed.data} />)
      ) : (
        <NotFound home={routes.home} />
      )
    }}
  </Route>
)

/** The routes of assisted booking, the front desk, money and the study's page, each screen loaded when first opened. */
export const bookingRoutes = (props: ScreenProps<ScreenStores>): ReactNode[] => [
  <Route key={routes.crmBooking} path={routes.crmBooking}>
    {late(<CrmBookingScreen {...props} />)}
  </Route>,
  studyRoute(routes.studyBooking, props, StudyBookingScreen),
  <Route key={routes.booking} path={routes.booking}>
    {late(<BookingScreen {...props} />)}
  </Route>,
  <Route key={routes.frontdesk} path={routes.frontdesk}>
    {late(<FrontdeskScreen {...props} />)}
  </Route>,
  studyRoute(routes.frontdeskStudy, props, FrontdeskStudyScreen),
  studyRoute(routes.studyPayment, props, StudyPaymentScreen),
  studyRoute(routes.invoice, props, InvoiceScreen),
  studyRoute(routes.study, props, StudyScreen),
  studyRoute(routes.studyDetails, props, StudyScreen),
  studyRoute(routes.medicalReports, props, MedicalReportsScreen),
  studyRoute(routes.sharing, props, SharingScreen),
  studyRoute(routes.followUp, props, FollowUpScreen),
  <Route key={routes.queues} path={routes.queues}>
    {late(<QueuesScreen {...props} />)}
  </Route>,
  <Route key={routes.finance} path={routes.finance}>
    {late(<FinanceScreen {...props} />)}
  </Route>,
  <Route key={routes.directory} path={routes.directory}>
    {late(<DirectoryScreen {...props} />)}
  </Route>,
]

/** The member's own pages, outside the staff's frame. */
export function SelfServicePages(props: SelfServiceProps<SelfServiceStores>) {
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
