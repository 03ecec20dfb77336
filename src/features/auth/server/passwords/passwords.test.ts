import { parseOptions } from '@node-rs/argon2'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runForRequesters } from '#shared/server/access/requesters.ts'
import list from './common-passwords.json' with { type: 'json' }
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ minLength: 6 })
const good = 'a heron on the quay'

describe('storing', () => {
  test('creates Argon2id hashes of 19 MiB and two passes, each with its own salt', async () => {
    const [one, other] = await Promise.all([passwords.hash(good), passwords.hash(good)])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, saltLen: 16 })
    expect(one).not.toBe(other)
  })

  test.each([
    ['upper and lower case', 'A heron on the quay', 'a heron on the quay'],
    ['a blank at the end', 'a heron on the quay ', 'a heron on the quay'],
    ['a blank at the start', ' a heron on the quay', 'a heron on the quay'],
    ['what follows the 72nd byte', `${'x'.repeat(72)}1`, `${'x'.repeat(72)}2`],
    ['what follows a NUL', 'heron\u0000one', 'heron\u0000two'],
    ['a NUL at the end', 'a heron\u0000', 'a heron'],
    ['composed and decomposed letters', 'caf\u00e9 noir', 'cafe\u0301 noir'],
    ['the last of 1,024 bytes', `${'x'.repeat(1023)}1`, `${'x'.repeat(1023)}2`],
  ])('tells %s apart', async (_what, password, other) => {
    const stored = await passwords.hash(password)
    expect(await passwords.verify(stored, password)).toBe(true)
    expect(await passwords.verify(stored, other)).toBe(false)
  })

  test('verifies hashes with other parameters', async () => {
    const earlier =
      '$argon2id$v=19$m=4096,t=3,p=1$WdUT9PuxJuXhf+wlIYGVsA$NpTvNbKiKJKIHV41zNI1mfqICeXzcyTWsyUetEUR4QE'
    expect(await passwords.verify(earlier, 'a heron on the quay')).toBe(true)
    expect(await passwords.verify(earlier, 'a heron on the shore')).toBe(false)
  })

  test('returns false when no hash is stored', async () => {
    expect(await passwords.verify(null, good)).toBe(false)
    expect(await passwords.verify(null, '')).toBe(false)
  })
})

describe('a flood', () => {
  test('queues a limited number and rejects the rest with Retry-After', async () => {
    const flooded = createPasswords({ minLength: 6 })
    const stored = await flooded.hash(good)
    const settled = await Promise.allSettled(Array.from({ length: 100 }, () => flooded.verify(stored, good)))
    const refused = settled.filter((outcome) => outcome.status === 'rejected')
    expect(settled.length - refused.length).toBeGreaterThanOrEqual(65)
    expect(settled.length - refused.length).toBeLessThanOrEqual(68)
    expect(refused[0]?.reason).toMatchObject({
      status: 503,
      message: 'The site is busy. Please try again in a moment.',
      retryAfter: 5,
    })
    expect(await flooded.verify(stored, good)).toBe(true)
  }, 60_000)

  test('from one network does not block other networks', async () => {
    const flooded = createPasswords({ minLength: 6 })
    let done = 0
    const count = () => {
      done += 1
    }
    const flood = Array.from({ length: 50 }, () =>
      runForRequesters(
        () => ['203.0.113.7'],
        () => flooded.hash(good),
      ).then(count),
    )
    await runForRequesters(
      () => ['198.51.100.7'],
      () => flooded.hash(good),
    )
    expect(done).toBeLessThan(25)
    await Promise.all(flood)
  }, 60_000)
})

describe('a new password', () => {
  test.each([
    ['', 'Password must be at least 6 characters long'],
    ['short', 'Password must be at least 6 characters long'],
    ['🐦🐦🐦', 'Password must be at least 6 characters long'],
    ['🐦🐦🐦🐦🐦', 'Password must be at least 6 characters long'],
    ['🐦🐦🐦🐦🐦🐦', undefined],
    ['herön', 'Password must be at least 6 characters long'],
    ['heröns', undefined],
    ['      ', undefined],
    ['\u0000\u0000\u0000\u0000\u0000\u0000', undefined],
    ['x'.repeat(64), undefined],
    ['x'.repeat(128), undefined],
    ['x'.repeat(1024), undefined],
    ['x'.repeat(1025), 'This password is too long.'],
    ['é'.repeat(512), undefined],
    ['é'.repeat(513), 'This password is too long.'],
    ['🐦'.repeat(257), 'This password is too long.'],
    ['123456', 'This password is too common.'],
    ['654321', 'This password is too common.'],
    ['qwerty', 'This password is too common.'],
    ['Password', 'This password is too common.'],
    ['PASSWORD1', 'This password is too common.'],
    ['P@ssw0rd', 'This password is too common.'],
    ['iloveyou', 'This password is too common.'],
    ['iloveyou!?', undefined],
    [' password', undefined],
    ['password ', undefined],
    ['a heron on the quay', undefined],
  ])('%.30j: %s', (password, sentence) => {
    expect(passwords.validate(password)).toBe(sentence)
  })

  test('must have the operator’s minimum length', () => {
    const strict = createPasswords({ minLength: 12 })
    expect(strict.validate('eleven char')).toBe('Password must be at least 12 characters long')
    expect(strict.validate('twelve chars')).toBeUndefined()
  })

  test('is validated without an exception, whatever its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1100 }), (password) => {
        expect(passwords.validate(password)).toBeOneOf([
          undefined,
          'Password must be at least 6 characters long',
          'This password is too long.',
          'This password is too common.',
        ])
      }),
    )
  })
})

describe('the list of common passwords', () => {
  const listed = list.passwords.flatMap((line) => line.split(' '))

  test('contains more than 10,000 passwords, rejected in any case', () => {
    expect(listed.length).toBeGreaterThan(10_000)
    const tried = listed.filter((_password, at) => at < 3000 || at % 50 === 0)
    const accepted = tried.filter(
      (password) => !passwords.validate(password) || !passwords.validate(password.toUpperCase()),
    )
    expect(accepted).toEqual([])
  })

  test('is in lower case, without duplicates, blanks and too short entries', () => {
    expect(listed.filter((password) => password !== password.toLowerCase())).toEqual([])
    expect(listed.filter((password) => !/^\S{6,}$/.test(password))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })
})
