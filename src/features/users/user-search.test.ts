import { describe, expect, test } from 'vitest'
import { buildUserListUrl, parseUserSearch } from './user-search.ts'

const parseSearch = (search: string) => parseUserSearch(new URLSearchParams(search))

describe('parseUserSearch', () => {
  test.each([
    ['', { email: '', page: 1 }],
    ['?page=7', { email: '', page: 7 }],
    ['?page=0', { email: '', page: 1 }],
    ['?page=-1', { email: '', page: 1 }],
    ['?page=1e3', { email: '', page: 1 }],
    ['?page=99999999', { email: '', page: 1 }],
    ['?email=lee', { email: 'lee', page: 1 }],
    ['?email=%20lee%20', { email: 'lee', page: 1 }],
    ['?email=a%2Bb@x.example&page=3', { email: 'a+b@x.example', page: 1 }],
  ])('reads %s', (search, expected) => {
    expect(parseSearch(search)).toEqual(expected)
  })

  test('takes no more of a text than an address can hold', () => {
    expect(parseSearch(`?email=${'a'.repeat(300)}`).email).toHaveLength(254)
  })
})

describe('buildUserListUrl', () => {
  test.each([
    [{ email: '', page: 1 }, '/dashboard/users'],
    [{ email: '', page: 2 }, '/dashboard/users?page=2'],
    [{ email: 'a+b%_', page: 1 }, '/dashboard/users?email=a%2Bb%25_'],
    [{ email: 'lee', page: 4 }, '/dashboard/users?email=lee'],
  ])('writes %o', (search, expected) => {
    expect(buildUserListUrl(search)).toBe(expected)
  })

  test('is parsed back to the same search', () => {
    const search = { email: `&=#?"'<ü>`, page: 1 }
    expect(parseSearch(new URL(buildUserListUrl(search), 'http://localhost').search)).toEqual(search)
  })
})
