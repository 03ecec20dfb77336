import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { agents, products, reviews } from '#db/schema.ts'

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
