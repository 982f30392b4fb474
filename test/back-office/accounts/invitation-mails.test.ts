import { beforeEach, expect, it } from 'vitest'
import { inviteAccount, resetAccountPassword } from '#back-office/accounts/accounts.ts'
import { acceptInvitation } from '#back-office/accounts/invitations.ts'
import { type SendInvitationContext, sweepInvitations } from '#back-office/accounts/send-invitation.ts'
import { holdInvitationMails } from '#back-office/repositories/invitation-mails-repository.ts'
import type { Account, InvitationMail } from '#domain/accounts/account.ts'
import { admin, type BookingDesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, type Postbox } from '../messages/message-desk.ts'

const codeForm = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/
const password = 'seven green teapots'
const unreachable = { ok: false, code: 'ECONNECTION' } as const

describeOnEachDatabase('the emails of invitations', ({ newDesk }) => {
  let desk: BookingDesk
  let post: Postbox
  beforeEach(async () => {
    desk = await newDesk()
    post = createMemoryMailServer()
  })
  const context = (more: Partial<SendInvitationContext> = {}) => ({
    ...desk.context(admin),
    mailer: post.mailer,
    clock: () => desk.now,
    chance: () => 0,
    ...more,
  })
  const invite = async (): Promise<{ account: Account; code: string }> => {
    const names = { firstname: 'Noor', lastname: 'Haddad', email: 'noor@clinic.example' }
    return inviteAccount({ ...names, roles: ['frontdesk'], allowedLocations: 'all', homeLocation: null }, context())
  }
  const sweep = (more: Partial<SendInvitationContext> = {}) => sweepInvitations(context(more))
  const rowOf = () => desk.database.db.selectFrom('invitation_mail').selectAll().executeTakeFirst()
  const stateOf = async (): Promise<InvitationMail | string> => (await rowOf())?.state ?? 'none'
  const codeIn = (index: number): string => codeForm.exec(post.received[index]?.text ?? '')?.[0] ?? ''
  const accept = (code: string) => acceptInvitation({ code, password }, context())
  const refused = async (code: string): Promise<string> =>
    accept(code).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    )

  it('are sent by the next sweep of any server, and their code is never stored in the database', async () => {
    const { code } = await invite()
    expect(await stateOf()).toBe('planned')
    expect(post.received).toEqual([])
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(post.received).toHaveLength(1)
    expect(post.received[0]).toMatchObject({ to: 'noor@clinic.example', subject: 'Your Atrium account' })
    expect(await stateOf()).toBe('sent')
    expect(codeIn(0)).not.toBe(code)
    const { db } = desk.database
    const stored = JSON.stringify([
      await db.selectFrom('account_invitation').selectAll().execute(),
      await db.selectFrom('invitation_mail').selectAll().execute(),
    ])
    expect(stored).not.toContain(codeIn(0).replaceAll('-', ''))
    expect(await accept(codeIn(0))).toEqual({ email: 'noor@clinic.example' })
    expect(await refused(code)).toBe('code-not-valid')
    expect(await stateOf()).toBe('none')
  })

  it('wait while the mail server is unreachable, and each attempt voids the code of the previous one', async () => {
    await invite()
    const codes: string[] = []
    const away = {
      ...post.mailer,
      send: async ({ text }: { text: string }) => {
        codes.push(codeForm.exec(text)?.[0] ?? '')
        return unreachable
      },
    }
    await sweep({ mailer: away })
    expect(await rowOf()).toMatchObject({ state: 'planned', attempts: 1, failure: 'unreachable' })
    await sweep()
    expect(post.received).toEqual([])
    desk.now += 3600
    await sweep()
    expect(await stateOf()).toBe('sent')
    expect(await refused(codes[0] ?? '')).toBe('code-not-valid')
    expect(await refused(codeIn(0))).toBe('accepted')
  })

  it('fail permanently after ten attempts, or after a refusal', async () => {
    await invite()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      post.answers.push(unreachable)
      await sweep()
      desk.now += 5 * 3600
    }
    expect(await rowOf()).toMatchObject({ state: 'failed', attempts: 10 })
  })

  it.each(['before', 'after'] as const)(
    'are uncertain, and not resent automatically, if the server dies %s the mail server accepts them',
    async (when) => {
      await invite()
      const dying = {
        ...post.mailer,
        send: async (mail: Parameters<typeof post.mailer.send>[0]) => {
          if (when === 'after') await post.mailer.send(mail)
          throw new Error('killed')
        },
      }
      await expect(sweep({ mailer: dying })).rejects.toThrow('killed')
      expect(await stateOf()).toBe('handed-over')
      desk.now += 3600
      await sweep()
      await sweep()
      expect(await rowOf()).toMatchObject({ state: 'uncertain', failure: 'no-answer' })
      expect(post.received).toHaveLength(when === 'after' ? 1 : 0)
      if (when === 'after') expect(await refused(codeIn(0))).toBe('accepted')
    },
  )

  it('are sent later if the server dies before it contacts the mail server', async () => {
    await invite()
    await desk.database.db
      .updateTable('invitation_mail')
      .set({ state: 'claimed', claim: 'c', lease_until: desk.now })
      .execute()
    desk.now += 61
    await sweep()
    expect(await stateOf()).toBe('sent')
  })

  it('belong to the newest invitation: the code of an older email is void, and a late answer is ignored', async () => {
    const { account } = await invite()
    const slow = {
      ...post.mailer,
      send: async (mail: Parameters<typeof post.mailer.send>[0]) => {
        await resetAccountPassword(account.userID, context())
        return post.mailer.send(mail)
      },
    }
    await sweep({ mailer: slow })
    expect(await stateOf()).toBe('planned')
    expect(await refused(codeIn(0))).toBe('code-not-valid')
    await sweep()
    expect(post.received).toHaveLength(2)
    expect(await refused(codeIn(1))).toBe('accepted')
  })

  it('are not sent after the invitation has expired or been used', async () => {
    const { code } = await invite()
    desk.now += 8 * 86_400
    await sweep()
    expect(await stateOf()).toBe('failed')
    const { account } = await invite().catch(() => ({ account: { userID: '' } }))
    expect(account.userID).toBe('')
    expect(await refused(code)).toBe('code-not-valid')
    expect(post.received).toEqual([])
  })

  it('are uncertain after a restore, because they may have been sent after the backup', async () => {
    await invite()
    expect(await holdInvitationMails(desk.database.db, desk.now)).toBe(1)
    await sweep()
    expect(await rowOf()).toMatchObject({ state: 'uncertain', failure: 'restored' })
    expect(post.received).toEqual([])
  })
})
