/** The text that an administrator wrote for a kind of email; without a row the standard text is sent. */
type MailTextTable = { kind: string; subject: string; body: string; version: number }

/** The text for a kind of email in a language other than English. */
type MailTextTranslationTable = MailTextTable & { language: string }

/** The settings of the whole clinic group, one row; without it the defaults apply. */
type ClinicSettingTable = { setting_id: number; lock_minutes: number; version: number }

/**
 * A version of the member agreement and consent. `scope` is a location's id, or `all`; rows are only added. The
 * versions of a scope count those of all its languages.
 */
type ConsentTextTable = {
  text_id: string
  scope: string
  language: string
  version: number
  title: string
  body: string
  /** 1 in a version that ends the scope's own text. */
  withdrawn: number
  /** Epoch seconds. */
  created_at: number
  created_by: string
}

export type ClinicSettingsTables = {
  mail_text: MailTextTable
  mail_text_translation: MailTextTranslationTable
  clinic_setting: ClinicSettingTable
  consent_text: ConsentTextTable
}
