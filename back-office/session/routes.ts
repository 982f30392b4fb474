import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readHealth } from './health.ts'
import { readCurrentUser, signIn, signOut } from './sign-in.ts'

/** Maps the routes of signing in and out (decisions §2), and of health (decisions §4 Health). */
export const sessionHandlers = {
  health: (_input, context) => readHealth(context),
  signIn: ({ body }, context) => signIn(body, context),
  signOut: (_input, context) => signOut(context),
  readCurrentUser: (_input, context) => readCurrentUser(context),
} satisfies Partial<Handlers<RouteName>>
