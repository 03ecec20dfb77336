import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import {
  databaseUrlProblems,
  findDatabaseUrlProblem,
  listTlsOptions,
  parseDatabaseUrl,
} from './database-url.ts'

test.each([
  ['postgres://app@/app?host=/run/postgresql', { host: '/run/postgresql', user: 'app', database: 'app' }],
  ['postgres:///app?host=/run/postgresql', { host: '/run/postgresql', database: 'app' }],
  ['postgres://%2Frun%2Fpostgresql/app', { host: '/run/postgresql', database: 'app' }],
  ['postgres://app@%2Frun%2Fpostgresql:5433/app', { host: '/run/postgresql', port: 5433, user: 'app' }],
  ['postgresql://app@localhost/app?host=%2Frun%2Fpg&port=5433', { host: '/run/pg', port: 5433 }],
  ['POSTGRES://h', { host: 'h', user: process.env.PGUSER ?? userInfo().username }],
  [
    'postgres://app:pw@db.example:5433/shop',
    { host: 'db.example', port: 5433, password: 'pw', database: 'shop' },
  ],
  ['postgres://app:pw@[::1]:5433/shop\n', { host: '::1', port: 5433, database: 'shop' }],
  ['postgres://h/shop?user=app@me&password=a/b?c', { user: 'app@me', password: 'a/b?c' }],
  ['postgres://h/d?options=-c%20search_path%3Dshop', { options: '-c search_path=shop' }],
  ['postgres://h/d?application_name=x&connect_timeout=3', { connectionTimeoutMillis: 3000 }],
  ['postgres://h/a%2Fb', { database: 'a/b' }],
  ['postgres://u%40x:%40%2F%23%3F%3A%25%20@h/d', { user: 'u@x', password: '@/#?:% ' }],
  ['postgres://u:a+b@h/d', { password: 'a+b' }],
])('reads %j', (url, config) => {
  expect(parseDatabaseUrl(url).config).toMatchObject(config)
})

const passwords = [
  'p@ss',
  'p/ss',
  'p#ss',
  'p?ss',
  'p:ss',
  'p%ss',
  'p ss',
  '@',
  '%',
  'a@b/c',
  'a/b@c?d',
  '#?/@:% ',
  '50%',
  'ü',
]

test.each(passwords)('takes the password %j as it is', (password) => {
  for (const rest of ['h:5433/d', 'h/d?sslmode=disable', '/d?host=/run/postgresql'])
    expect(parseDatabaseUrl(`postgres://u:${password}@${rest}`).config).toMatchObject({
      user: 'u',
      password,
      database: 'd',
    })
})

test.each([
  ['postgres://u:secret@host/db@other/d2@x', 'encoding'],
  ['postgres://u:secret@host/db@other', 'encoding'],
  ['postgres://u:5/secret@host', 'encoding'],
  ['postgres://u:secret%20%zz@host/db', 'encoding'],
  ['postgres://u/x:secret@host/db', 'encoding'],
  ['postgres://u:secret@host name/db', 'encoding'],
  ['postgres://host name/db', 'scheme'],
  ['mysql://u:secret@host/db', 'scheme'],
  ['postgres:host', 'scheme'],
  ['postgres://u:secret@one,two/db', 'hosts'],
  ['postgres://u:secret@one:1,two:2/db', 'hosts'],
  ['postgres://u:secret@/db?host=one,two', 'hosts'],
  ['postgres://u:secret@host:70000/db', 'port'],
  ['postgres://u:secret@host:0/db', 'port'],
  ['postgres://u:secret@host/db?port=http', 'port'],
  ['postgres://u:secret@host/db?schema=public', 'parameter'],
  ['postgres://u:secret@host/db?constructor=1', 'parameter'],
  ['postgres://u:secret@host/db?sslmode=on', 'sslmode'],
  ['postgres://u:secret@host/db?ssl=maybe', 'sslmode'],
  ['postgres://u:secret@host/db?sslmode=verify-ca', 'sslrootcert'],
  ['postgres://u:secret@host/db?sslmode=verify-full&sslrootcert=/nowhere', 'files'],
])('refuses %j in one sentence without the password', (url, name) => {
  expect(findDatabaseUrlProblem(url)).toBe(name)
  const { message } = databaseUrlProblems.find((problem) => problem.name === name) ?? {}
  expect(() => listTlsOptions(parseDatabaseUrl(url))).toThrow(`DATABASE_URL ${message}.`)
})

const encrypted = { rejectUnauthorized: false }

test.each([
  ['', [undefined]],
  ['?sslmode=disable', [false]],
  ['?sslmode=allow', [false, encrypted]],
  ['?sslmode=prefer', [encrypted, false]],
  ['?sslmode=require', [encrypted]],
  ['?sslmode=no-verify', [encrypted]],
  ['?sslmode=verify-full', [{}]],
  ['?sslmode=verify-full&sslrootcert=system', [{}]],
  ['?ssl=true', [{}]],
  ['?ssl=0', [false]],
  ['?sslmode=require&host=/run/postgresql', [false]],
])('with %j TLS is tried as %j', (query, options) => {
  expect(listTlsOptions(parseDatabaseUrl(`postgres://h/d${query}`))).toEqual(options)
})
