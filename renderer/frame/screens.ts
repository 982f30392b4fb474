import { routes } from '../routes.ts'
import { loadScreen } from './load-screen.ts'

export const BookingScreen = loadScreen(
  async () => (await import('../booking/assisted/booking-screen.tsx')).BookingScreen,
)
export const CrmBookingScreen = loadScreen(async () => (await import('../crm/crm-booking-screen.tsx')).CrmBookingScreen)
export const StudyBookingScreen = loadScreen(
  async () => (await import('../booking/moving/study-booking-screen.tsx')).StudyBookingScreen,
)
export const FrontdeskScreen = loadScreen(
  async () => (await import('../booking/front-desk/frontdesk-screen.tsx')).FrontdeskScreen,
)
export const FrontdeskStudyScreen = loadScreen(
  async () => (await import('../payments/frontdesk-study-screen.tsx')).FrontdeskStudyScreen,
)
export const StudyPaymentScreen = loadScreen(
  async () => (await import('../payments/study-payment-screen.tsx')).StudyPaymentScreen,
)
export const InvoiceScreen = loadScreen(
  async () => (await import('../payments/invoice/invoice-screen.tsx')).InvoiceScreen,
)
export const FollowUpScreen = loadScreen(
  async () => (await import('../study/follow-up/follow-up-screen.tsx')).FollowUpScreen,
)
export const FinanceScreen = loadScreen(async () => (await import('../finance/finance-screen.tsx')).FinanceScreen)
export const DirectoryPlace = loadScreen(async () => (await import('./directory-place.tsx')).DirectoryPlace)
export const AdministrationScreen = loadScreen(
  async () => (await import('../administration/administration-screen.tsx')).AdministrationScreen,
)
export const MedicalReportsScreen = loadScreen(
  async () => (await import('../documents/medical-reports-screen.tsx')).MedicalReportsScreen,
)
export const SharingScreen = loadScreen(async () => (await import('../documents/sharing-screen.tsx')).SharingScreen)
export const QueuesScreen = loadScreen(async () => (await import('../queue/queues-screen.tsx')).QueuesScreen)
export const StudyScreen = loadScreen(async () => (await import('../study-page/study-screen.tsx')).StudyScreen)
export const ResultsScreen = loadScreen(async () => (await import('../results/results-screen.tsx')).ResultsScreen)
export const WorklistScreen = loadScreen(async () => (await import('../worklists/worklist-screen.tsx')).WorklistScreen)
export const OpenMessagesScreen = loadScreen(
  async () => (await import('../messages/open-messages-screen.tsx')).OpenMessagesScreen,
)
export const MembersScreen = loadScreen(async () => (await import('../members/members-screen.tsx')).MembersScreen)
export const SettingsScreen = loadScreen(async () => (await import('../settings/settings-screen.tsx')).SettingsScreen)
export const ProfileScreen = loadScreen(async () => (await import('../settings/profile-screen.tsx')).ProfileScreen)

/** The screens by path. */
const screens = [
  [routes.booking, BookingScreen],
  [routes.frontdesk, FrontdeskScreen],
  [routes.study, StudyScreen],
  [routes.studyPayment, StudyPaymentScreen],
  [routes.worklist, WorklistScreen],
  [routes.members, MembersScreen],
  [routes.studyBooking, StudyBookingScreen],
  [routes.frontdeskStudy, FrontdeskStudyScreen],
  [routes.crmBooking, CrmBookingScreen],
  [routes.invoice, InvoiceScreen],
  [routes.followUp, FollowUpScreen],
  [routes.finance, FinanceScreen],
  [routes.results, ResultsScreen],
  [routes.messages, OpenMessagesScreen],
  [routes.studyDetails, StudyScreen],
  [routes.medicalReports, MedicalReportsScreen],
  [routes.sharing, SharingScreen],
  [routes.queues, QueuesScreen],
  [routes.directory, DirectoryPlace],
  [routes.administration, AdministrationScreen],
  [routes.settings, SettingsScreen],
  [routes.profile, ProfileScreen],
] as const

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`)

/** Loads the code of the screen at a path, if there is one. */
export const loadScreenAt = async (path: string): Promise<void> => {
  await screens.find(([route]) => toPattern(route).test(path))?.[1].load()
}

/** The loads of all screens of the staff, the most used first. */
export const screenLoads: readonly (() => Promise<void>)[] = screens.map(([, screen]) => screen.load)
