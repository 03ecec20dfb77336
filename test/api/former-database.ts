import type { Pool } from 'pg'
import { runInLongTransaction } from '#db/copy-tables.ts'
import { installJobs } from '#db/jobs.ts'
import { applyMigrations, listKnownMigrations } from '#db/migrate.ts'
import { hashSecret } from '#features/auth/server/secrets.ts'
import { countColumns, digestColumns } from '#support/table-digests.ts'

/** The schema version before the migration `0006_terms`. */
export const formerSchema = listKnownMigrations()[5] ?? 0
export const formerToken = 'token-of-the-former-admin'

/** Tables that were renamed, with their new names. */
const tables = new Map([
  ['public.qc_sets', 'public.photo_submissions'],
  ['public.qc_uploads', 'public.photo_uploads'],
])
const types = ['review-judged', 'qc-set-judged', 'qc-set-added', 'qc-set-deleted', 'login']
export const renamedTypes = [
  'review-moderated',
  'photos-moderated',
  'photos-added',
  'photos-deleted',
  'login',
]

/** Creates the tables of the release before the renames, with rows that follow all rules of the data. */
export async function fillFormer(pool: Pool): Promise<void> {
  await runInLongTransaction(pool, (client) => applyMigrations(client, { until: formerSchema }))
  await installJobs(pool)
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (name, email, email_key, password_hash, role, verified_at) values
       ('Boss', 'boss@example.com', 'boss@example.com', 'x', 'admin', now()),
       ('Ann', 'ann@example.com', 'ann@example.com', 'x', 'user', now()) returning id`,
  )
  const [admin, member] = rows.map(({ id }) => id)
  const statements: [string, unknown[]][] = [
    [
      `with session as (
         insert into sessions (user_id, user_agent, address, idle_until, expires_at)
         values ($1, 'a test', '203.0.113.7', now() + interval '1 day', now() + interval '2 days') returning id
       ), renewal as (insert into refresh_tokens (hash, session_id) select 'renewal', id from session)
       insert into access_tokens (hash, session_id, expires_at)
       select $2, id, now() + interval '1 hour' from session`,
      [admin, hashSecret(formerToken)],
    ],
    [
      `insert into products (shop_type, item_id, name, price_fen, thumbnail, position)
       values ('taobao', '42', 'Tote', 5990, 'demo/tote/shop-1.webp', 1)`,
      [],
    ],
    [
      `insert into reviews (shop_type, item_id, user_id, author, rating, comment, product_name, product_image)
       values ('taobao', '42', $1, 'Ann', 4, 'Good for the price.', 'Tote', 'demo/tote/shop-1.webp')`,
      [member],
    ],
    [
      `insert into images (hash, source, created_at)
       select n::text, 'qc/' || n || '.webp', now() - n * interval '40 days' from generate_series(1, 3) n`,
      [],
    ],
    [
      `with sent as (
         insert into qc_sets (shop_type, item_id, user_id, author, status)
         select 'taobao', '42', $1, 'Ann', status from unnest('{approved,pending}'::text[]) status returning *
       )
       insert into qc_photos (shop_type, item_id, set_id, image, source, width, height)
       select 'taobao', '42', id, case status when 'approved' then 'qc/1.webp' else 'qc/2.webp' end,
         'Photos by Ann', 90, 120 from sent
       union all select 'taobao', '42', null, 'demo/tote/qc-1.webp', 'Warehouse A', 90, 120`,
      [member],
    ],
    [`insert into qc_uploads (user_id, image, width, height) values ($1, 'qc/3.webp', 90, 120)`, [member]],
    [
      `insert into collection_entries (user_id, shop_type, item_id, title, price)
       values ($1, 'taobao', '42', 'Tote', 4990), ($1, 'taobao', '43', null, null)`,
      [admin],
    ],
    [
      `insert into watches (user_id, shop_type, item_id, below_fen) values ($1, 'taobao', '42', 4000)`,
      [member],
    ],
    [
      `insert into security_events (type, actor_id, subject_id, address, created_at)
       select type, $1, $2, '203.0.113.7', now() - place * interval '1 minute'
       from unnest($3::text[]) with ordinality as happened (type, place)`,
      [admin, member, types],
    ],
    [
      `insert into security_events (type, address, network, hour, count)
       values ('limit-hit', '203.0.113.7', '203.0.113.0', date_trunc('hour', now()), 40)`,
      [],
    ],
  ]
  for (const [statement, values] of statements) await pool.query(statement, values)
}

/**
 * Our rows as they are, under the names that their tables have now, and how many columns each table has; events apart, whose
 * types change. With the `columns` of the former release only those are looked at: later ones have been added behind them.
 */
export async function digestOurs(pool: Pool, columns?: ReadonlyMap<string, number>) {
  const own = renameTables(await countColumns(pool))
  const last = columns ?? own
  const isFormer = (table: string, column: number) => column <= (last.get(tables.get(table) ?? table) ?? 0)
  const digests = renameTables(await digestColumns(pool, isFormer))
  return { rows: new Map([...digests].filter(([name]) => last.has(name))), columns: last }
}

function renameTables<T>(former: ReadonlyMap<string, T>): Map<string, T> {
  return new Map(
    [...former]
      .filter(([name]) => name.startsWith('public.') && name !== 'public.security_events')
      .map(([name, value]) => [tables.get(name) ?? name, value] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Types and IP addresses of the events that `fillFormer` wrote, the newest first. */
export async function eventsOf(pool: Pool): Promise<[string, string][]> {
  const { rows } = await pool.query<{ type: string; ip_address: string }>(
    'select type, ip_address from security_events where actor_id is not null order by created_at desc',
  )
  return rows.map(({ type, ip_address }) => [type, ip_address])
}

/** Everything in the database that still has an old name. */
export async function oldNames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from (
       select relname as name from pg_class where relnamespace = 'public'::regnamespace
       union all select conname from pg_constraint where connamespace = 'public'::regnamespace
       union all select relname || '_' || attname from pg_attribute
         join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
       union all select tgname from pg_trigger where not tgisinternal
     ) names
     where name ~ '^qc_(set|upload)|_(qc_sets?|set_id|photos_set)(_|$)|^images_created_at|_entries_price$'
       or name ~ '^(sessions|security_events)_address'`,
  )
  return rows.map(({ name }) => name)
}
