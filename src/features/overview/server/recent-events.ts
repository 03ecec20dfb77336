import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { countedTypes } from '#db/queries/event-counter.ts'
import type { SecurityEventType } from '#db/queries/security-events.ts'
import { agents, products, securityEvents, users } from '#db/schema.ts'
import { DAY_MS } from '#shared/time.ts'
import type { SecurityNote } from '../contract.ts'
import { overviewLimits } from '../texts-and-limits.ts'

/** Frequent routine events, which are not listed. */
const routineTypes: SecurityEventType[] = ['account-created', 'email-verified', 'login', 'logout']
/** Events that anyone can cause: they take at most `maxPublicLines` lines. */
const publicTypes: SecurityEventType[] = [
  ...countedTypes,
  'browser-unlocked',
  'google-linked',
  'password-changed',
  'password-reset',
  'refresh-reused',
  'sessions-ended',
]
/** Fewer denied calls of visitors are not listed: an open tab whose session has ended causes some. */
const minVisitorDenials = 10
const maxPublicLines = overviewLimits.events / 2

/**
 * Maximum rows that are read of public events, and of all others. A longer run of equal events is counted up
 * to this maximum.
 */
const maxRows = 5000

type RecentEventRow = Omit<SecurityNote, 'createdAt'> & { createdAt: Date | string }

/** Lists the newest events of accounts and the site; consecutive equal events are one line. */
export async function listRecentEvents(db: Db, now: number): Promise<SecurityNote[]> {
  const since = new Date(now - overviewLimits.eventDays * DAY_MS)
  const selectNewest = (isWanted: SQL) => sql`(
    select *, concat_ws(' ', type, actor_id, details,
      case when type = any(${sql.param(countedTypes)}) then coalesce(network, ip_address) else subject_id::text end
    ) as what
    from ${securityEvents} where created_at > ${since.toISOString()} and ${isWanted}
    order by created_at desc, id desc limit ${maxRows})`
  const { rows } = await db.execute<RecentEventRow>(sql`
    with recent as (
      ${selectNewest(sql`type = any(${sql.param(publicTypes)})`)}
      union all
      ${selectNewest(sql`type <> all(${sql.param([...routineTypes, ...publicTypes])})`)}
    ), marked as (
      select *, (lag(what) over newest is distinct from what)::int as begins from recent
      window newest as (order by created_at desc, id desc)
    ), placed as (
      select *, sum(begins) over (order by created_at desc, id desc) as run from marked
    ), runs as (
      select run, min(type) as type, max(created_at) as at, sum(count)::int as count,
        (array_agg(actor_id))[1] as actor_id, (array_agg(details))[1] as details,
        case when count(distinct subject_id) = 1 and count(subject_id) = count(*) then (array_agg(subject_id))[1] end
          as subject_id
      from placed group by run
    ), ranked as (
      select *, type = any(${sql.param(publicTypes)}) as is_public,
        row_number() over (partition by type = any(${sql.param(publicTypes)}) order by run) as nth
      from runs where type <> 'access-denied' or actor_id is not null or count >= ${minVisitorDenials}
    ), listed as (
      select * from ranked where not is_public or nth <= ${maxPublicLines} order by run limit ${overviewLimits.events}
    )
    select listed.type, listed.at as "createdAt", actor.name as actor, details, count,
      coalesce(account.name, agent.name, (
        select name from ${products} where shop_type || '/' || item_id = details ->> 'product'
        order by deleted_at desc nulls first limit 1
      )) as subject
    from listed
    left join ${users} as actor on actor.id = listed.actor_id
    left join ${users} as account on account.id = listed.subject_id
    left join ${agents} as agent on agent.id::text = details ->> 'agent'
    order by run`)
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
}
