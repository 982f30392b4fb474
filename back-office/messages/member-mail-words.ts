import { formatPhone } from '#domain/format/format-phone.ts'
import type { Location } from '#domain/locations/location.ts'

/** The facts about a location that a message to a member uses. No message has health data, not even the scan type. */
type MailPlace = Pick<Location, 'address' | 'timezone' | 'contactInfo'>

/** Returns the address of a location, one line for each part. */
export const addressLines = ({ address }: MailPlace): string =>
  [
    address.name,
    address.address,
    address.address2,
    [address.city, address.state, address.postalCode].filter((part) => part !== '').join(', '),
    address.country,
  ]
    .filter((line) => line !== '')
    .join('\n')

/** Returns the phone number and the email address of a location. */
export const contactLine = ({ contactInfo }: MailPlace): string =>
  [formatPhone(contactInfo.phone), contactInfo.email].filter((line) => line !== '').join(', ')
