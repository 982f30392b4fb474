import { Hl7Message } from '@medplum/core'

/** AA: stored. AE: not stored, the sender repeats it. AR: refused, repeating it changes nothing. */
type Hl7Answer = 'AA' | 'AE' | 'AR'

const withoutHeader = (): Hl7Message => Hl7Message.parse('MSH|^~\\&|||||||ACK||P|2.5.1')

/**
 * Returns the acknowledgement of a message, with its encoding characters and control id. A message whose header cannot
 * be read gets one without a control id.
 */
export const toHl7Acknowledgement = (message: Hl7Message | null, answer: Hl7Answer, reason: string): string => {
  const about = message ?? withoutHeader()
  const texts = { AA: 'stored', AE: `not stored: ${reason}`, AR: `refused: ${reason}` }
  const built = about.buildAck({ ackCode: answer })
  built.getSegment('MSA')?.setField(3, texts[answer])
  return built.toString()
}

/** Reads the header of a message of which only the start is known; null if it cannot be read. */
export const readHl7Header = (start: Buffer): Hl7Message | null => {
  const [header = ''] = start.toString('utf8').split(/[\r\n]/)
  return /^MSH[!-/:-@[-`{-~]{4}/.test(header) ? Hl7Message.parse(header) : null
}
