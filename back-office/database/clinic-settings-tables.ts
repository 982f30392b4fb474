/** The text that an administrator wrote for a kind of email; without a row the standard text is sent. */
type MailTextTable = { kind: string; subject: string; body: string; version: number }

/** The settings of the whole clinic group, one row; without it the defaults apply. */
type ClinicSettingTable = { setting_id: number; lock_minutes: number; version: number }

export type ClinicSettingsTables = { mail_text: MailTextTable; clinic_setting: ClinicSettingTable }
