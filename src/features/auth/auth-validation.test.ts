import { describe, expect, test } from 'vitest'
import {
  validateEmail,
  validateFullName,
  validateNewPassword,
  validatePasswordConfirmation,
  validateRequired,
  validateRequiredPassword,
} from './auth-validation.ts'

test.each([
  ['', 'Say something'],
  [' \t', 'Say something'],
  ['x', undefined],
])('validateRequired(%j) returns %j', (text, expected) => {
  expect(validateRequired(text, 'Say something')).toBe(expected)
})

test.each([
  ['', 'Full name is required'],
  ['   ', 'Full name is required'],
  ['李雷', undefined],
  ['x'.repeat(80), undefined],
  [`${'x'.repeat(80)}  `, undefined],
  ['x'.repeat(81), 'This name is too long.'],
])('validateFullName accepts or rejects %j', (text, expected) => {
  expect(validateFullName(text)).toBe(expected)
})

describe('an email address', () => {
  test.each([
    'a@b.co',
    ' a+b@example.org ',
    "o'neil@mail.example.org",
    `${'x'.repeat(64)}@${'y'.repeat(60)}.org`,
  ])('validateEmail accepts %j', (text) => {
    expect(validateEmail(text)).toBeUndefined()
  })

  test.each(['a', 'a@', '@b.co', 'a@b', 'a b@c.de', 'a@b@c.de', `${'x'.repeat(250)}@b.co`])(
    'validateEmail rejects %j',
    (text) => {
      expect(validateEmail(text)).toBe('Please enter a valid email address.')
    },
  )

  test('is required', () => {
    expect(validateEmail(' ')).toBe('Email address is required')
  })
})

describe('a new password', () => {
  test.each([
    ['', 6, 'New password is required'],
    ['12345', 6, 'Password must be at least 6 characters long'],
    ['123456', 6, undefined],
    ['      ', 6, undefined],
    ['12345678901', 12, 'Password must be at least 12 characters long'],
    ['🧵🧵🧵🧵🧵', 6, 'Password must be at least 6 characters long'],
    ['🧵🧵🧵🧵🧵🧵', 6, undefined],
    ['x'.repeat(1024), 6, undefined],
    ['x'.repeat(1025), 6, 'This password is too long.'],
  ])('validateNewPassword(%j) with minimum length %i', (text, minLength, expected) => {
    expect(validateNewPassword(text, minLength, 'New password is required')).toBe(expected)
  })

  test('must be confirmed by exactly the same text', () => {
    expect(validatePasswordConfirmation('', 'secret')).toBe('Confirm password is required')
    expect(validatePasswordConfirmation('secret ', 'secret')).toBe('Passwords do not match')
    expect(validatePasswordConfirmation('Secret', 'secret')).toBe('Passwords do not match')
    expect(validatePasswordConfirmation('secret', 'secret')).toBeUndefined()
  })
})

test('accepts a password of blanks, rejects an empty one', () => {
  expect(validateRequiredPassword('', 'Current password is required')).toBe('Current password is required')
  expect(validateRequiredPassword('  ', 'Current password is required')).toBeUndefined()
})
