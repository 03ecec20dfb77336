import { listKnownMigrations } from '#db/migrate.ts'
import type { ForgedContent } from './forged-backups.ts'

type Table = ForgedContent['tables'][number]
type Change = (content: ForgedContent) => ForgedContent

const users = 'public.users'
const noRows = { rows: 0, data: Buffer.alloc(0) }

const withTables =
  (change: (tables: Table[]) => Table[]): Change =>
  (content) => ({ ...content, tables: change(content.tables) })
const without = (isNotFoundError: (name: string) => boolean) =>
  withTables((tables) => tables.filter(({ name }) => !isNotFoundError(name)))
const withMore = (name: string) => withTables((tables) => [...tables, { name, columns: ['id'], ...noRows }])
const changing = (name: string, change: (table: Table) => Partial<Table>) =>
  withTables((tables) =>
    tables.map((table) => (table.name === name ? { ...table, ...change(table) } : table)),
  )
/** Of a table that has no rows, so that nothing but its columns is wrong. */
const withColumns = (change: (columns: string[]) => string[]) =>
  changing('public.duty_notes', ({ columns }) => ({ columns: change(columns), ...noRows }))
const movedTo = (name: string, end: 'first' | 'last') =>
  withTables((tables) => {
    const others = tables.filter((table) => table.name !== name)
    const own = tables.filter((table) => table.name === name)
    return end === 'first' ? [...own, ...others] : [...others, ...own]
  })
const withSchema =
  (pick: (versions: number[]) => number | undefined): Change =>
  (content) => ({ ...content, facts: { ...content.facts, schema: pick(listKnownMigrations()) } })
const withSecret =
  (secret: string | Buffer): Change =>
  (content) => ({ ...content, secret: Buffer.from(secret) })
const withRows = (data: string | Buffer, rows: number) =>
  changing(users, () => ({ data: Buffer.from(data), rows }))
const withPicture =
  (name: string): Change =>
  (content) => ({ ...content, media: [...content.media, { name, data: Buffer.from('another picture') }] })
/** The first user's line, with one of its values changed. */
const withValue = (column: string, value: Buffer | string) =>
  changing(users, ({ columns, data }) => {
    const [line = ''] = data.toString('latin1').split('\n')
    const values = line.split('\t').with(columns.indexOf(column), Buffer.from(value).toString('latin1'))
    return { data: Buffer.from(`${values.join('\t')}\n`, 'latin1'), rows: 1 }
  })

/**
 * Backups with every size, sum and seal right that no site has made: each with a name, and what it changes in a backup that
 * has users and sessions.
 */
export const hostileBackups: [what: string, change: Change][] = [
  ['no tables', (content) => ({ ...content, tables: [] })],
  ['no table of users', without((name) => name === users)],
  ['no table of what is newest', without((name) => name === 'public.review_photos')],
  ['no tables of jobs', without((name) => name.startsWith('pgboss.'))],
  ['no table of jobs that wait', without((name) => name === 'pgboss.job')],
  ['tables of jobs alone', without((name) => name.startsWith('public.'))],
  ['a table more', withMore('public.others')],
  ['a table of the system', withMore('pg_catalog.pg_authid')],
  ['the list of migrations', withMore('drizzle.__drizzle_migrations')],
  ['a table more of jobs', withMore('pgboss.version')],
  ['a table without a name', withMore('')],
  ['a table that is a statement', withMore('users; drop table agents; --')],
  ['a table with a long name', withMore(`public.${'x'.repeat(90)}`)],
  ['a table twice', withTables((tables) => [...tables, ...tables.slice(0, 1)])],
  ['another column of an empty table', withColumns((columns) => columns.with(0, 'other'))],
  ['a column less of an empty table', withColumns((columns) => columns.slice(1))],
  ['a column more of an empty table', withColumns((columns) => [...columns, 'more'])],
  ['a column twice', withColumns((columns) => columns.with(0, columns[1] ?? ''))],
  ['no columns', withColumns(() => [])],
  ['a column that is a statement', withColumns((columns) => columns.with(0, 'id") from stdin; --'))],
  ['rows before those that they refer to', movedTo('public.sessions', 'first')],
  ['rows after those that refer to them', movedTo(users, 'last')],
  ['tables of a later version', withSchema((versions) => versions.at(-2))],
  ['tables of much later versions', withSchema((versions) => versions[0])],
  ['a secret of nothing', withSecret('')],
  ['a secret of one letter', withSecret('a')],
  ['a secret that is a letter short', withSecret('a'.repeat(15))],
  ['a secret with a line end', withSecret(`${'a'.repeat(32)}\n`)],
  ['a secret of two lines', withSecret(`${'a'.repeat(32)}\r\n${'b'.repeat(32)}`)],
  ['a secret with a control character', withSecret(`${'a'.repeat(32)}\u001b[2J`)],
  ['a secret with a zero byte', withSecret(`${'a'.repeat(32)}\0`)],
  ['a secret with letters beyond ASCII', withSecret('ä'.repeat(32))],
  ['a secret that is no text', withSecret(Buffer.alloc(64, 0xff))],
  ['a secret of spaces', withSecret(' '.repeat(32))],
  ['a secret that ends with a space', withSecret(`${'a'.repeat(32)} `)],
  ['a secret a letter too long', withSecret('a'.repeat(1025))],
  ['a secret of 50 MB', withSecret(Buffer.alloc(50_000_000, 'a'))],
  ['a row of 40 MB', withRows(Buffer.concat([Buffer.alloc(40_000_000, 'a'), Buffer.from('\n')]), 1)],
  ['a row without an end', withRows('a\tb', 1)],
  ['rows where none should be', withRows('a\tb\n', 0)],
  ['less rows than it says', withRows('', 1)],
  ['a row with too few values', withRows('a\n', 1)],
  ['a row with a value of another type', withValue('id', 'no id')],
  ['a row with nothing where something must be', withValue('email', '\\N')],
  ['a row that is no text', withValue('name', Buffer.from([0xff, 0xfe]))],
  ['rows that refer to none', withRows('', 0)],
  [
    'a row twice',
    changing(users, ({ data, rows }) => ({ data: Buffer.concat([data, data]), rows: 2 * rows })),
  ],
  ['a picture above its folder', withPicture('../secret')],
  ['a picture that is hidden', withPicture('.restoring/x.webp')],
  ['a picture that is another one’s folder', withPicture('agents')],
  ['a picture that is a folder of uploads', withPicture('products')],
]
