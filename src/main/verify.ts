import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  agents,
  identities,
  oneTimeTokens,
  products,
  refreshTokens,
  reviews,
  sessions,
  users,
} from '#db/schema.ts'

type Invariant = { name: string; offenders: SQL }

/** Each query answers the rows that break its rule, as one text a row. */
const invariants: Invariant[] = [
  { name: 'positions of products are 1..N without gaps', offenders: gaps(products) },
  { name: 'positions of agents are 1..N without gaps', offenders: gaps(agents) },
  {
    name: 'one agent is selected when any is active',
    offenders: sql`
      select 'selected: ' || count(*) filter (where is_selected) as offender
      from ${agents} where deleted_at is null
      having bool_or(active) and count(*) filter (where is_selected) <> 1`,
  },
  {
    name: 'ratings of products are those of their approved reviews',
    offenders: sql`
      select shop_type || ' ' || item_id as offender from (
        select p.shop_type, p.item_id, p.rating_sum, p.review_count,
          coalesce(sum(r.rating), 0) as sum, count(r.id) as count
        from ${products} p
        left join ${reviews} r on r.shop_type = p.shop_type and r.item_id = p.item_id and r.status = 'approved'
        where p.deleted_at is null
        group by p.id
      ) counted where rating_sum <> sum or review_count <> count`,
  },
  {
    name: 'catalogue items are unique',
    offenders: sql`
      select shop_type || ' ' || item_id as offender from ${products}
      where deleted_at is null group by shop_type, item_id having count(*) > 1`,
  },
  {
    name: 'one admin can sign in when there are any',
    offenders: sql`
      select 'admins: ' || count(*) as offender from ${users} where role = 'admin'
      having count(*) > 0 and count(*) filter (where status = 'active' and verified_at is not null) = 0`,
  },
  {
    name: 'accounts are told apart by their address in lower case',
    offenders: sql`select id::text as offender from ${users} where email_key <> lower(trim(email))`,
  },
  {
    name: 'every account has a way in',
    offenders: sql`
      select u.id::text as offender from ${users} u
      where password_hash is null and not exists (select from ${identities} i where i.user_id = u.id)`,
  },
  {
    name: 'only accounts that may sign in have sessions',
    offenders: sql`
      select s.id::text as offender from ${sessions} s join ${users} u on u.id = s.user_id
      where u.status <> 'active' or u.verified_at is null`,
  },
  {
    name: 'no session lasts longer unused than used',
    offenders: sql`select id::text as offender from ${sessions} where idle_until > expires_at`,
  },
  {
    name: 'each session has one refresh token that is good',
    offenders: sql`
      select s.id::text as offender from ${sessions} s
      left join ${refreshTokens} r on r.session_id = s.id and r.replaced_at is null and r.voided_at is null
      group by s.id having count(r.hash) <> 1`,
  },
  {
    name: 'mailed links belong to an account, others to none',
    offenders: sql`
      select purpose || ' ' || created_at as offender from ${oneTimeTokens}
      where (user_id is not null) <> (purpose in ('verify', 'reset'))`,
  },
]

function gaps(table: typeof products | typeof agents): SQL {
  return sql`
    select 'position ' || position || ' should be ' || place as offender from (
      select position, row_number() over (order by position) as place from ${table} where deleted_at is null
    ) placed where position <> place`
}

export type Finding = { name: string; offenders: string[] }

/** Checks every rule that the data must obey; an empty list means that all hold. */
export async function verifyData(db: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, offenders } of invariants) {
    const { rows } = await db.execute<{ offender: string }>(offenders)
    if (rows.length > 0) findings.push({ name, offenders: rows.map(({ offender }) => offender) })
  }
  return findings
}
