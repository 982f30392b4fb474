import { routes } from '../routes.ts'
import { loadScreen } from './load-screen.ts'

/** The screens of the staff. The code of a screen loads when the screen first opens. */
export const staffScreens = {
  Booking: loadScreen(async () => (await import('../booking/assisted/booking-screen.tsx')).BookingScreen),
  CrmBooking: loadScreen(async () => (await import('../crm/crm-booking-screen.tsx')).CrmBookingScreen),
  StudyBooking: loadScreen(async () => (await import('../booking/moving/study-booking-screen.tsx')).StudyBookingScreen),
  Frontdesk: loadScreen(async () => (await import('../booking/front-desk/frontdesk-screen.tsx')).FrontdeskScreen),
  FrontdeskStudy: loadScreen(async () => (await import('../payments/frontdesk-study-screen.tsx')).FrontdeskStudyScreen),
  StudyPayment: loadScreen(async () => (await import('../payments/study-payment-screen.tsx')).StudyPaymentScreen),
  Invoice: loadScreen(async () => (await import('../payments/invoice/invoice-screen.tsx')).InvoiceScreen),
  FollowUp: loadScreen(async () => (await import('../study/follow-up/follow-up-screen.tsx')).FollowUpScreen),
  Finance: loadScreen(async () => (await import('../finance/finance-screen.tsx')).FinanceScreen),
  Directory: loadScreen(async () => (await import('./directory-place.tsx')).DirectoryPlace),
  Administration: loadScreen(
    async () => (await import('../administration/administration-screen.tsx')).AdministrationScreen,
  ),
  MedicalReports: loadScreen(
    async () => (await import('../documents/medical-reports-screen.tsx')).MedicalReportsScreen,
  ),
  Sharing: loadScreen(async () => (await import('../documents/sharing-screen.tsx')).SharingScreen),
  Queues: loadScreen(async () => (await import('../queue/queues-screen.tsx')).QueuesScreen),
  Study: loadScreen(async () => (await import('../study-page/study-screen.tsx')).StudyScreen),
  Results: loadScreen(async () => (await import('../results/results-screen.tsx')).ResultsScreen),
  Worklist: loadScreen(async () => (await import('../worklists/worklist-screen.tsx')).WorklistScreen),
  OpenMessages: loadScreen(async () => (await import('../messages/open-messages-screen.tsx')).OpenMessagesScreen),
  Members: loadScreen(async () => (await import('../members/members-screen.tsx')).MembersScreen),
  Settings: loadScreen(async () => (await import('../settings/settings-screen.tsx')).SettingsScreen),
  Profile: loadScreen(async () => (await import('../settings/profile-screen.tsx')).ProfileScreen),
}

/** The screens by path. */
const screens = [
  [routes.booking, staffScreens.Booking],
  [routes.frontdesk, staffScreens.Frontdesk],
  [routes.study, staffScreens.Study],
  [routes.studyPayment, staffScreens.StudyPayment],
  [routes.worklist, staffScreens.Worklist],
  [routes.members, staffScreens.Members],
  [routes.studyBooking, staffScreens.StudyBooking],
  [routes.frontdeskStudy, staffScreens.FrontdeskStudy],
  [routes.crmBooking, staffScreens.CrmBooking],
  [routes.invoice, staffScreens.Invoice],
  [routes.followUp, staffScreens.FollowUp],
  [routes.finance, staffScreens.Finance],
  [routes.results, staffScreens.Results],
  [routes.messages, staffScreens.OpenMessages],
  [routes.studyDetails, staffScreens.Study],
  [routes.medicalReports, staffScreens.MedicalReports],
  [routes.sharing, staffScreens.Sharing],
  [routes.queues, staffScreens.Queues],
  [routes.directory, staffScreens.Directory],
  [routes.administration, staffScreens.Administration],
  [routes.settings, staffScreens.Settings],
  [routes.profile, staffScreens.Profile],
] as const

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`)

/** Loads the code of the screen at a path, if there is one. */
export const loadScreenAt = async (path: string): Promise<void> => {
  await screens.find(([route]) => toPattern(route).test(path))?.[1].load()
}

/** The loads of all screens of the staff, the most used first. */
export const screenLoads: readonly (() => Promise<void>)[] = screens.map(([, screen]) => screen.load)
