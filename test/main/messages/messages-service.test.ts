import { describe, expect, it } from 'vitest'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import { createMessagesService } from '#main/messages/messages-service.ts'

const start = (reply: Reply<unknown> = ok([])) => {
  const asked: unknown[] = []
  const call = async (name: string, input: unknown): Promise<unknown> => {
    asked.push([name, input])
    return reply
  }
  return { service: createMessagesService({ calls: { call } as never }), asked }
}
const study = { studyID: 's-000001' } as never
const here = { locationID: 'ca-bc-1' } as never

describe('the messages service', () => {
  it('makes one request to the server for each call', async () => {
    const { service, asked } = start()
    await service.read(study)
    await service.decide({ ...(study as object), messageID: 'message-0001', decision: 'dismiss', attempts: 2 } as never)
    await service.readOpen({ state: 'failed', rows: 50 } as never)
    await service.readOpen({ ...(here as object), state: 'all', rows: 200 } as never)
    await service.countOpen({})
    await service.readSettings({})
    const settings = standardMessageSettings
    await service.changeSettings({ ...(here as object), settings, version: 3 } as never)
    expect(asked).toEqual([
      ['readMessages', { params: { studyId: 's-000001' } }],
      [
        'decideMessage',
        { params: { studyId: 's-000001', messageId: 'message-0001' }, body: { decision: 'dismiss', attempts: 2 } },
      ],
      ['readOpenMessages', { query: { state: 'failed', rows: '50' } }],
      ['readOpenMessages', { query: { state: 'all', rows: '200', locationID: 'ca-bc-1' } }],
      ['countOpenMessages', {}],
      ['readMessageSettings', {}],
      ['changeMessageSettings', { params: { locationID: 'ca-bc-1' }, body: { settings, version: 3 } }],
    ])
  })

  it('returns the failure of the server, and no earlier list', async () => {
    const offline = fail('offline', 'The back office cannot be reached.')
    const { service } = start(offline)
    expect(await service.readOpen({ state: 'all', rows: 50 } as never)).toEqual(offline)
    expect(await service.read(study)).toEqual(offline)
  })
})
