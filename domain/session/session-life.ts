/** Maximum length of a session, in seconds: one working day. The workstation locks much sooner (decisions §5 Locks). */
export const sessionSeconds = 12 * 3600
