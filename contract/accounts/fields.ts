import { z } from 'zod'
import { emailSchema } from '#domain/members/member.ts'
import { roleSchema } from '#domain/session/role.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { lineOfText } from '#domain/values/plain-text.ts'

/** An account's id in a path. */
export const userIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of an account')

const staffRoleSchema = roleSchema.exclude(['user'])

/** The fields of an account that administrators set. */
const accountFields = {
  firstname: lineOfText(100),
  lastname: lineOfText(100),
  roles: z.array(staffRoleSchema).min(1, 'must have a role').max(20).readonly(),
  allowedLocations: z.union([
    z.literal('all'),
    z.array(locationIDSchema).min(1, 'must have a location').max(500).readonly(),
  ]),
  homeLocation: locationIDSchema.nullable(),
}

/** The account of an invited person and its email address, which cannot be changed later. */
export const invitationFields = { ...accountFields, email: emailSchema }

/** A change of an account, with the version on which it is based; `isActive` deactivates or reactivates it. */
export const accountChangeFields = {
  version: z.number().int().min(1).max(2_147_483_647),
  ...accountFields,
  isActive: z.boolean(),
}

/** A typed password. The rules of new passwords are in `domain/accounts/password-rules.ts`. */
const passwordText = z.string().max(1024)

/** A typed code for a setup or an invitation. */
const codeText = z.string().max(100)

/** The first start: the organisation and its first administrator. */
export const setUpFields = {
  code: codeText,
  organisation: lineOfText(200),
  firstname: lineOfText(100),
  lastname: lineOfText(100),
  email: emailSchema,
  password: passwordText,
}

/** The first password of an invited person, or a new one after a reset. */
export const acceptFields = { code: codeText, password: passwordText }

/** A person's change of their own password. */
export const ownPasswordFields = { oldPassword: passwordText, newPassword: passwordText }
