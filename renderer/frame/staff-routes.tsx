import { type ComponentType, lazy, type ReactNode } from 'react'
import { Redirect, Route } from 'wouter'
import { mayMatchResults } from '#domain/results/result-roles.ts'
import { type StudyID, studyIDSchema } from '#domain/values/study-id.ts'
import { maySeeWorklist, worklistSchema } from '#domain/worklists/worklist.ts'
import { MembersScreen } from '../members/members-screen.tsx'
import { maySeeMessages } from '../messages/message-counts-store.ts'
import { paths, routes, startWorklist } from '../routes.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { ProfileScreen } from '../settings/profile-screen.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import { GalleryPlace } from './gallery-place.tsx'
import { NotFound } from './not-found.tsx'
import type { ScreenStores } from './screen-stores.ts'
import { withSkeleton } from './with-skeleton.tsx'

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

const DirectoryPlace = lazy(async () => ({
  default: (await import('./directory-place.tsx')).DirectoryPlace,
}))

const AdministrationScreen = lazy(async () => ({
  default: (await import('../administration/administration-screen.tsx')).AdministrationScreen,
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

const ResultsScreen = lazy(async () => ({
  default: (await import('../results/results-screen.tsx')).ResultsScreen,
}))

const WorklistScreen = lazy(async () => ({
  default: (await import('../worklists/worklist-screen.tsx')).WorklistScreen,
}))

const OpenMessagesScreen = lazy(async () => ({
  default: (await import('../messages/open-messages-screen.tsx')).OpenMessagesScreen,
}))

/** Returns the route of the worklists. An address without a list opens the user's first worklist. */
const worklistRoute = (props: ScreenProps<ScreenStores>): ReactNode => (
  <Route key={routes.worklist} path={routes.worklist}>
    {({ list }: { list?: string }) => {
      const { roles } = props.session.user
      const start = startWorklist(roles)
      if (list === undefined && start !== null) return <Redirect to={paths.worklist(start)} replace />
      const parsed = worklistSchema.safeParse(list)
      return parsed.success && maySeeWorklist(roles, parsed.data) ? (
        withSkeleton(<WorklistScreen {...props} list={parsed.data} />)
      ) : (
        <NotFound home={routes.home} />
      )
    }}
  </Route>
)

/** Returns the route of the waiting results, for the roles that match results. */
const resultsRoute = (props: ScreenProps<ScreenStores>): ReactNode => (
  <Route key={routes.results} path={routes.results}>
    {({ resultID }: { resultID?: string }) =>
      mayMatchResults(props.session.user.roles) ? (
        withSkeleton(<ResultsScreen {...props} resultID={resultID ?? null} />)
      ) : (
        <NotFound home={routes.home} />
      )
    }
  </Route>
)

/** Returns the route of a screen about one study. An address without a valid study id shows the not-found page. */
const studyRoute = (
  path: string,
  props: ScreenProps<ScreenStores>,
  Screen: ComponentType<ScreenProps<ScreenStores> & { readonly studyID: StudyID }>,
): ReactNode => (
  <Route key={path} path={path}>
    {({ studyID }: { studyID?: string }) => {
      const parsed = studyIDSchema.safeParse(studyID)
      return parsed.success ? (
        withSkeleton(<Screen key={parsed.data} {...props} studyID={parsed.data} />)
      ) : (
        <NotFound home={routes.home} />
      )
    }}
  </Route>
)

/** Returns the routes of the staff screens. The code of a lazy screen loads when that screen first opens. */
export const staffRoutes = (props: ScreenProps<ScreenStores>): ReactNode[] => [
  <Route key={routes.crmBooking} path={routes.crmBooking}>
    {withSkeleton(<CrmBookingScreen {...props} />)}
  </Route>,
  studyRoute(routes.studyBooking, props, StudyBookingScreen),
  <Route key={routes.booking} path={routes.booking}>
    {withSkeleton(<BookingScreen {...props} />)}
  </Route>,
  <Route key={routes.frontdesk} path={routes.frontdesk}>
    {withSkeleton(<FrontdeskScreen {...props} />)}
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
    {withSkeleton(<QueuesScreen {...props} />)}
  </Route>,
  <Route key={routes.finance} path={routes.finance}>
    {withSkeleton(<FinanceScreen {...props} />)}
  </Route>,
  worklistRoute(props),
  resultsRoute(props),
  <Route key={routes.messages} path={routes.messages}>
    {maySeeMessages(props.session.user.roles) ? (
      withSkeleton(<OpenMessagesScreen {...props} />)
    ) : (
      <NotFound home={routes.home} />
    )}
  </Route>,
  <Route key={routes.directory} path={routes.directory}>
    {withSkeleton(<DirectoryPlace {...props} />)}
  </Route>,
  <Route key={routes.members} path={routes.members}>
    <MembersScreen {...props} />
  </Route>,
  <Route key={routes.administration} path={routes.administration}>
    {({ section }: { section?: string }) => withSkeleton(<AdministrationScreen {...props} sectionID={section} />)}
  </Route>,
  <Route key={routes.settings} path={routes.settings}>
    <SettingsScreen {...props} />
  </Route>,
  <Route key={routes.profile} path={routes.profile}>
    <ProfileScreen {...props} />
  </Route>,
  <Route key={routes.gallery} path={routes.gallery}>
    <GalleryPlace stores={props.stores} />
  </Route>,
]
