import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword } from '#back-office/session/password.ts'

describe('password', () => {
  it('is stored as scrypt with its costs and its own salt', async () => {
    const [a, b] = await Promise.all([hashPassword('correct'), hashPassword('correct')])
    expect(a).toMatch(/^scrypt\$32768\$8\$1\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/)
    expect(b).not.toBe(a)
  })

  it('matches only the stored password', async () => {
    const stored = await hashPassword('pässwörd ✓')
    expect(await isPassword('pässwörd ✓'.normalize('NFD'), stored)).toBe(true)
    for (const wrong of ['passwort', '', 'pässwörd ✓ ', 'x'.repeat(1024)])
      expect(await isPassword(wrong, stored)).toBe(false)
  })

  it('has the same hash whenever the salt is the same; demo data depends on this', async () => {
    expect(await hashPassword('a', 'salt')).toBe(await hashPassword('a', 'salt'))
  })

  it.each([null, '', 'scrypt', 'scrypt$x$8$1$c2FsdA==$aGFzaA==', 'plain$text', '$$$$$'])(
    'never matches when the stored form is %j',
    async (stored) => {
      expect(await isPassword('', stored)).toBe(false)
    },
  )
})
