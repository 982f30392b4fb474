import { formatCount } from '#domain/format/format-count.ts'
import type { UnsentWork } from '../journal/unsent-work.ts'
import type { ServerAnswer } from './ask-server.ts'
import type { AddressProblem } from './server-address.ts'

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`

/** The words of the pages that a workstation shows before it has its server. */
export const destinationWords = {
  firstStart: {
    title: 'Connect this computer',
    text: "Atrium needs the address of your clinic's server. Your IT department has it.",
    label: 'Server address',
    hint: 'For example atrium.clinic.example. The connection is always encrypted.',
    connect: 'Connect to server',
    demoTitle: 'Try Atrium without a server',
    demoText:
      'The clinics and people of the demo are invented. Its data stays in a folder of its own on this computer.',
    demo: 'Open the demo',
  },
  source: { policy: "Your organisation's server address", flag: '--back-office' },
  address: {
    empty: "Enter the address of your clinic's server.",
    unreadable: 'This is not a server address. Enter a name such as atrium.clinic.example.',
    'not-web': 'The address must begin with https.',
    'not-encrypted':
      'Use https. Atrium accepts http only if the server runs on this computer, because passwords would cross the network unencrypted.',
    'has-password': 'Enter the address without a user name or password.',
  } as const satisfies Record<AddressProblem, string>,
  answer: {
    'not-atrium': 'A server answers at this address, but it is not an Atrium server. Check the address.',
    untrusted:
      "This computer does not trust the server's certificate, so Atrium sent nothing. Check the address, or ask IT to install the clinic's certificate authority.",
    unreachable: 'No server answers at this address. Check the address and the network connection.',
  } as const satisfies Record<Exclude<ServerAnswer['kind'], 'atrium'>, string>,
  otherServer: {
    title: "This computer's work belongs to another server",
    text: (wanted: string, bound: string) =>
      `Atrium was about to connect to ${wanted}. The work on this computer belongs to ${bound}. Atrium sent nothing and changed nothing.`,
    demo: 'the demo on this computer',
    unknown: 'another server',
    unsentTitle: 'Not sent yet',
    nothing: 'Everything on this computer was sent.',
    unsent: ({ kind, count }: UnsentWork): string =>
      ({
        booking: () => counted(count, 'booking whose result is not known', 'bookings whose result is not known'),
        'card-payment': () => counted(count, 'card payment in progress', 'card payments in progress'),
        payment: () => counted(count, 'payment', 'payments'),
        'study-act': () => counted(count, 'check-in or note', 'check-ins and notes'),
        send: () => counted(count, 'fax, email, disc or print', 'faxes, emails, discs and prints'),
        draft: () => counted(count, 'draft', 'drafts'),
      })[kind](),
    finishTitle: 'Finish this work first',
    finishText: (bound: string) =>
      `Connect back to ${bound}, sign in, and wait until everything is sent. Then change the server.`,
    back: (bound: string) => `Connect back to ${bound}`,
    backByIT: (bound: string) => `Only IT can connect this computer back. Ask IT to start Atrium with ${bound}.`,
    retry: 'Try again',
    choose: 'Enter another address',
    asideTitle: 'Or set it aside',
    asideText:
      'Atrium moves the work into a dated folder on this computer and starts empty. Nothing is deleted, but Atrium will not send this work.',
    confirm: 'I understand that this work will not be sent.',
    aside: 'Set work aside',
    confirmFirst: 'Tick the box to confirm that this work will not be sent.',
  },
  notStarted: (reason: string) => `Atrium could not start: ${reason}`,
  opening: 'Opening Atrium...',
}
