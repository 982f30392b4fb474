import { z } from 'zod'
import { type Language, languageSchema, standardLanguage } from '../values/language.ts'

/**
 * The emails and text messages whose text administrators can change, each with its allowed and its required
 * placeholders. A text message has no subject. No placeholder holds health data. A report is only attached to its email
 * and is never part of the text.
 */
export const mailKinds = {
  confirmation: { may: ['member', 'clinic', 'when', 'address', 'contact'], must: ['when'] },
  move: { may: ['member', 'clinic', 'when', 'address', 'contact'], must: ['when'] },
  cancellation: { may: ['member', 'clinic', 'when', 'contact'], must: ['when'] },
  reminder: { may: ['member', 'clinic', 'when', 'address', 'contact'], must: ['when'] },
  'history-request': { may: ['member', 'clinic', 'when', 'contact'], must: [] },
  'consent-request': { may: ['member', 'clinic', 'when', 'contact'], must: [] },
  'report-ready': { may: ['member', 'clinic', 'contact'], must: [] },
  feedback: { may: ['member', 'clinic', 'contact'], must: [] },
  amplification: { may: ['member', 'clinic', 'contact'], must: [] },
  invoice: { may: ['member', 'clinic', 'number', 'appointment', 'contact'], must: [] },
  receipt: { may: ['member', 'clinic', 'number', 'contact'], must: [] },
  report: { may: ['clinic', 'study', 'phone', 'passwordNote'], must: ['study', 'passwordNote'] },
  'sms-confirmation': { may: ['member', 'clinic', 'when', 'phone'], must: ['clinic', 'when'] },
  'sms-move': { may: ['member', 'clinic', 'when', 'phone'], must: ['clinic', 'when'] },
  'sms-cancellation': { may: ['member', 'clinic', 'when', 'phone'], must: ['clinic', 'when'] },
  'sms-reminder': { may: ['member', 'clinic', 'when', 'phone'], must: ['clinic', 'when'] },
  'sms-history-request': { may: ['member', 'clinic', 'when', 'phone'], must: ['clinic'] },
  invitation: { may: ['person', 'organisation', 'code', 'until'], must: ['code'] },
} as const satisfies Readonly<
  Record<string, { readonly may: readonly Placeholder[]; readonly must: readonly Placeholder[] }>
>

/** A part of a text that the server fills in. */
export type Placeholder =
  | 'address'
  | 'appointment'
  | 'clinic'
  | 'code'
  | 'contact'
  | 'member'
  | 'number'
  | 'organisation'
  | 'passwordNote'
  | 'person'
  | 'phone'
  | 'study'
  | 'until'
  | 'when'

export type MailKind = keyof typeof mailKinds
export const mailKindNames = Object.keys(mailKinds) as readonly MailKind[]
export const mailKindSchema = z.enum(mailKindNames)

/** The kinds that members do not receive: they are written in English only. */
const staffKinds = ['report', 'invitation'] as const satisfies readonly MailKind[]

/** The kinds that members receive, in their language. */
export type MemberMailKind = Exclude<MailKind, (typeof staffKinds)[number]>
export const isMemberMail = (kind: MailKind): kind is MemberMailKind => !staffKinds.some((one) => one === kind)

/** Returns the language in which a person with this language receives a text of this kind. */
export const mailLanguage = (kind: MailKind, language: Language): Language =>
  isMemberMail(kind) ? language : standardLanguage

/** The placeholders of one kind of email. The code that sends the email must give a value for each. */
type PlaceholderOf<Kind extends MailKind> = (typeof mailKinds)[Kind]['may'][number]

/** Returns whether a kind is a text message, which has no subject and only a short text. */
export const isSmsText = (kind: MailKind): boolean => kind.startsWith('sms-')

/** A text as administrators write it, with placeholders such as `{member}`. */
export type MailText = { readonly subject: string; readonly text: string }

/** Placeholders whose values have several lines. A subject cannot have these placeholders. */
const manyLines: readonly string[] = ['address'] satisfies readonly Placeholder[]

const placeholderForm = /\{([^{}\n]*)\}/g

const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(placeholderForm)].map(([, name = '']) => name)

const maxSubjectChars = 150
const maxTextChars = 5000
/** About four segments of a text message; a gateway charges each, and refuses more than ten. */
export const maxSmsChars = 480

/** The fields of a change to an email's text. */
export const mailTextFields = {
  subject: z
    .string()
    .trim()
    .max(maxSubjectChars)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line'),
  text: z
    .string()
    .max(maxTextChars)
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trimEnd())
    .pipe(
      z
        .string()
        .min(1)
        .regex(/^(?:\n|[^\p{Cc}])*$/u, 'has characters that cannot be mailed'),
    ),
}

/** A problem with a text: most are about its placeholders. */
type MailTextProblem =
  | { readonly kind: 'no-subject' | 'too-long' }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'missing'; readonly name: Placeholder }
  | { readonly kind: 'brace' }

/**
 * Returns the first problem with each field; a field without a problem is absent. Problems are a placeholder that the
 * field cannot have, a brace without a placeholder, an email without a subject, and a text message that is too long. In
 * the text, a missing required placeholder is a problem too.
 */
export const findMailTextProblems = (
  kind: MailKind,
  { subject, text }: MailText,
): { readonly subject?: MailTextProblem; readonly text?: MailTextProblem } => {
  const { may, must }: { readonly may: readonly string[]; readonly must: readonly Placeholder[] } = mailKinds[kind]
  const check = (part: string, allowed: readonly string[]): MailTextProblem | undefined => {
    const unknown = placeholdersIn(part).find((name) => !allowed.includes(name))
    if (unknown !== undefined) return { kind: 'unknown', name: unknown }
    return /[{}]/.test(part.replaceAll(placeholderForm, '')) ? { kind: 'brace' } : undefined
  }
  const isShort = isSmsText(kind)
  const inSubject =
    !isShort && subject.trim() === ''
      ? { kind: 'no-subject' as const }
      : check(
          subject,
          may.filter((name) => !manyLines.includes(name)),
        )
  const used = placeholdersIn(text)
  const missing = must.find((name) => !used.includes(name))
  const inText =
    (isShort && text.length > maxSmsChars ? { kind: 'too-long' as const } : undefined) ??
    check(text, may) ??
    (missing === undefined ? undefined : { kind: 'missing' as const, name: missing })
  return { ...(inSubject && { subject: inSubject }), ...(inText && { text: inText }) }
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? ''

/**
 * Fills a text in. A line whose placeholders are all empty is omitted, so that a clinic without a phone has no empty
 * line. If a value has several lines, each of them gets the indent of the placeholder's line.
 */
export const fillMailText = <Kind extends MailKind>(
  { subject, text }: MailText,
  values: Readonly<Record<PlaceholderOf<Kind>, string>>,
): MailText => {
  const filledBy = (name: string): string | undefined =>
    Object.hasOwn(values, name) ? (values as Readonly<Record<string, string>>)[name] : undefined
  const fill = (part: string, indent: string): string =>
    part.replaceAll(placeholderForm, (whole, name: string) => (filledBy(name) ?? whole).replaceAll('\n', `\n${indent}`))
  const isEmpty = (line: string): boolean => {
    const names = placeholdersIn(line)
    return names.length > 0 && names.every((name) => filledBy(name) === '')
  }
  return {
    subject: fill(subject, ' ').replaceAll(/\s+/g, ' ').trim(),
    text: text
      .split('\n')
      .filter((line) => !isEmpty(line))
      .map((line) => fill(line, indentOf(line)))
      .join('\n'),
  }
}

/**
 * The text of one kind of mail in one language, as it is sent now. Version 0 is the standard text, unchanged by
 * administrators.
 */
export const administeredMailTextSchema = z.object({
  kind: mailKindSchema,
  language: languageSchema.default(standardLanguage),
  subject: z.string(),
  text: z.string(),
  version: z.number().int().min(0),
})
export type AdministeredMailText = z.infer<typeof administeredMailTextSchema>
