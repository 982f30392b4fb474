import type { ComponentType, ReactNode } from 'react'
import { Redirect, Route } from 'wouter'
import { mayMatchResults } from '#domain/results/result-roles.ts'
import { type StudyID, studyIDSchema } from '#domain/values/study-id.ts'
import { maySeeWorklist, worklistSchema } from '#domain/worklists/worklist.ts'
import { maySeeMessages } from '../messages/message-counts-store.ts'
import { paths, routes, startWorklist } from '../routes.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { GalleryPlace } from './gallery-place.tsx'
import { NotFound } from './not-found.tsx'
import type { ScreenStores } from './screen-stores.ts'
import { staffScreens as screens } from './screens.ts'

/** Returns the route of the worklists. An address without a list opens the user's first worklist. */
const worklistRoute = (props: ScreenProps<ScreenStores>): ReactNode => (
  <Route key={routes.worklist} path={routes.worklist}>
    {({ list }: { list?: string }) => {
      const { roles } = props.session.user
      const start = startWorklist(roles)
      if (list === undefined && start !== null) return <Redirect to={paths.worklist(start)} replace />
      const parsed = worklistSchema.safeParse(list)
      return parsed.success && maySeeWorklist(roles, parsed.data) ? (
        <screens.Worklist {...props} list={parsed.data} />
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
        <screens.Results {...props} resultID={resultID ?? null} />
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
        <Screen key={parsed.data} {...props} studyID={parsed.data} />
      ) : (
        <NotFound home={routes.home} />
      )
    }}
  </Route>
)

/** Returns the routes of the staff screens. */
export const staffRoutes = (props: ScreenProps<ScreenStores>): ReactNode[] => [
  <Route key={routes.crmBooking} path={routes.crmBooking}>
    <screens.CrmBooking {...props} />
  </Route>,
  studyRoute(routes.studyBooking, props, screens.StudyBooking),
  <Route key={routes.booking} path={routes.booking}>
    <screens.Booking {...props} />
  </Route>,
  <Route key={routes.frontdesk} path={routes.frontdesk}>
    <screens.Frontdesk {...props} />
  </Route>,
  studyRoute(routes.frontdeskStudy, props, screens.FrontdeskStudy),
  studyRoute(routes.studyPayment, props, screens.StudyPayment),
  studyRoute(routes.invoice, props, screens.Invoice),
  studyRoute(routes.study, props, screens.Study),
  studyRoute(routes.studyDetails, props, screens.Study),
  studyRoute(routes.medicalReports, props, screens.MedicalReports),
  studyRoute(routes.sharing, props, screens.Sharing),
  studyRoute(routes.followUp, props, screens.FollowUp),
  <Route key={routes.queues} path={routes.queues}>
    <screens.Queues {...props} />
  </Route>,
  <Route key={routes.finance} path={routes.finance}>
    <screens.Finance {...props} />
  </Route>,
  worklistRoute(props),
  resultsRoute(props),
  <Route key={routes.messages} path={routes.messages}>
    {maySeeMessages(props.session.user.roles) ? <screens.OpenMessages {...props} /> : <NotFound home={routes.home} />}
  </Route>,
  <Route key={routes.directory} path={routes.directory}>
    <screens.Directory {...props} />
  </Route>,
  <Route key={routes.members} path={routes.members}>
    <screens.Members {...props} />
  </Route>,
  <Route key={routes.administration} path={routes.administration}>
    {({ section }: { section?: string }) => <screens.Administration {...props} sectionID={section} />}
  </Route>,
  <Route key={routes.settings} path={routes.settings}>
    <screens.Settings {...props} />
  </Route>,
  <Route key={routes.profile} path={routes.profile}>
    <screens.Profile {...props} />
  </Route>,
  <Route key={routes.gallery} path={routes.gallery}>
    <GalleryPlace stores={props.stores} />
  </Route>,
]
