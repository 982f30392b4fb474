import { emailSchema } from '../members/member.ts'
import { parseFaxNumber } from '../people/fax-number.ts'
import type { Practitioner } from '../people/practitioner.ts'
import type { DeliveryChannel } from './delivery.ts'
import { releaseMessages } from './release-messages.ts'

/** A line break or another sign that is not seen would be read as a header of its own by a mail server. */
const unseen = /\p{C}/u

/** Whether a report can be e-mailed there (study spec §5): one address, nothing before or behind it. */
const isMailAddress = (text: string): boolean => !unseen.test(text) && emailSchema.safeParse(text).success

/**
 * Where a practitioner's reports go by a channel: the fax of the practice the study names before their own, as digits where it
 * is a number; the e-mail address; nothing for discs and sticks. What is wrong with it is {@link addressProblem}'s to say.
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

/** An address as it is written down: a fax number's digits, without spaces around. What is none stays as it was typed. */
export const normalAddress = (channel: DeliveryChannel, text: string): string => {
  if (channel !== 'fax') return text.trim()
  const number = parseFaxNumber(text)
  return number.kind === 'valid' ? number.digits : text.trim()
}

/** Whether two texts name one place: mail servers take no notice of case. */
export const isSameAddress = (channel: DeliveryChannel, one: string, other: string): boolean =>
  normalAddress(channel, one).toLowerCase() === normalAddress(channel, other).toLowerCase()

/** Why nothing can be sent there, in the catalogue's words (study spec §5); null where it can. */
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

/** `Dr. Mia Chen`, as the directory has the name. */
export const recipientName = ({ salutation, firstName, lastName }: Practitioner): string =>
  [salutation, firstName, lastName].filter((part) => part !== '').join(' ')
