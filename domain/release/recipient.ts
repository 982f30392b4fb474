import { emailSchema } from '../members/member.ts'
import { parseFaxNumber } from '../people/fax-number.ts'
import type { Practitioner } from '../people/practitioner.ts'
import type { DeliveryChannel } from './delivery.ts'
import { releaseMessages } from './release-messages.ts'

/** Invisible characters. A mail server would read the text after a line break as another header. */
const unseen = /\p{C}/u

/** Returns whether a report can be emailed to this text (study spec §5): one address and nothing else. */
const isMailAddress = (text: string): boolean => !unseen.test(text) && emailSchema.safeParse(text).success

/**
 * Returns a practitioner's address on a channel. Fax: the number of the practice that the study names, or else the
 * practitioner's own number; a valid number as its digits. Email: the practitioner's email address. Discs and sticks:
 * empty. {@link addressProblem} checks the address.
 */
export const addressOf = (
  practitioner: Pick<Practitioner, 'contact' | 'locations'>,
  practiceLocationID: string | null,
  channel: DeliveryChannel,
): string => {
  switch (channel) {
    case 'fax': {
      const practice = practitioner.locations.find(({ id }) => id === practiceLocationID)
      const own = practice?.practitionerContact.faxNumber.trim() ?? ''
      return normalAddress('fax', own === '' ? practitioner.contact.faxNumber : own)
    }
    case 'email':
      return normalAddress('email', practitioner.contact.emailAddress)
    case 'cd':
    case 'usb':
      return ''
  }
}

/** Returns an address in stored form: a valid fax number as its digits, other text trimmed. */
export const normalAddress = (channel: DeliveryChannel, text: string): string => {
  if (channel !== 'fax') return text.trim()
  const number = parseFaxNumber(text)
  return number.kind === 'valid' ? number.digits : text.trim()
}

/** Returns whether two texts are one address. Mail servers ignore case. */
export const isSameAddress = (channel: DeliveryChannel, one: string, other: string): boolean =>
  normalAddress(channel, one).toLowerCase() === normalAddress(channel, other).toLowerCase()

/**
 * Returns why nothing can be sent to an address, in the error catalogue's words (study spec §5); null if the address
 * can be used.
 */
export const addressProblem = (channel: DeliveryChannel, address: string): string | null => {
  switch (channel) {
    case 'fax': {
      const number = parseFaxNumber(address)
      return number.kind === 'valid' ? null : number.message
    }
    case 'email':
      return isMailAddress(address) ? null : releaseMessages.emailNotValid
    case 'cd':
    case 'usb':
      return address === '' ? null : releaseMessages.noAddressOnMedium
  }
}

/** Returns `Dr. Mia Chen`, from the directory's fields. */
export const recipientName = ({ salutation, firstName, lastName }: Practitioner): string =>
  [salutation, firstName, lastName].filter((part) => part !== '').join(' ')
