import { z } from 'zod'
import { crashKinds } from '#domain/support/crash-report.ts'
import { type Accepted, anyone, idempotencyKey, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import type { SavedFile } from '../settings/bridge.ts'

/** A support bundle as the user reads it before saving it. */
export type SupportBundleText = {
  readonly bundleID: string
  /** The whole content of the file that `save` writes. */
  readonly text: string
  readonly fileName: string
}

/** A window's report of an error. It never has the error's message, which may quote what a user typed. */
const windowError = {
  kind: z.enum(crashKinds).exclude(['process-gone']),
  name: z.string().max(200),
  code: z.string().max(200).nullable(),
  /** The lines of the stack below the message. */
  stack: z.string().max(20_000),
}

export const supportCommands = {
  read: staffCommand(z.strictObject({ userAgent: z.string().max(1000) })),
  save: staffCommand(z.strictObject({ bundleID: idempotencyKey })),
  // A window can fail before a person signs in.
  reportWindowError: anyone(z.strictObject(windowError)),
}

export interface SupportBridge {
  /**
   * Makes a support bundle. `userAgent` names the window's browser. Takes up to 20 s if the check of the database files
   * takes long.
   */
  read(input: Accepted<typeof supportCommands.read>): Promise<Reply<SupportBundleText>>
  /**
   * Saves the bundle that `read` returned last, exactly as its text, into the chosen download folder, or returns it for
   * the window to save. Failures: `not-found` if another bundle has since been made, `folder-not-writable`.
   */
  save(input: Accepted<typeof supportCommands.save>): Promise<Reply<SavedFile>>
  /** Stores a crash report of an error in the window. */
  reportWindowError(input: Accepted<typeof supportCommands.reportWindowError>): Promise<Reply<Nothing>>
}
