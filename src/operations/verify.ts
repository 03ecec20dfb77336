import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  agents,
  collectionEntries,
  identities,
  images,
  itemPrices,
  oneTimeTokens,
  photoSubmissions,
  photoUploads,
  productInfos,
  products,
  productViews,
  qcPhotos,
  rateCards,
  refreshTokens,
  reviewPhotos,
  reviews,
  sessions,
  users,
  watches,
  watchNotices,
} from '#db/schema.ts'
import { maxCollectionEntries } from '#features/collection/spec.ts'
import { submissionLimits } from '#features/member-photos/spec.ts'
import { findCardFaults } from '#features/rate-cards/server/checks/card-faults.ts'
import { reviewLimits } from '#features/reviews/spec.ts'
import { noticeKinds, watchLimits } from '#features/watches/spec.ts'

type Invariant = { name: string; offenders: SQL | ((db: Db) => Promise<string[]>) }

/** Each query or function returns the rows that break its rule, as one text per row. */
const invariants: Invariant[] = [
  { name: 'positions of products are 1..N without gaps', offenders: selectGaps(products) },
  { name: 'positions of agents are 1..N without gaps', offenders: selectGaps(agents) },
  {
    name: 'one agent is selected when any is active',
    offenders: sql`
      select 'selected: ' || count(*) filter (where is_selected) as offender
      from ${agents} where deleted_at is null
      having bool_or(active) and count(*) filter (where is_selected) <> 1`,
  },
  {
    name: 'names of agents are unique in every spelling',
    offenders: sql`
      select lower(name) as offender from ${agents}
      where deleted_at is null group by lower(name) having count(*) > 1`,
  },
  {
    name: 'uploaded pictures of agents have an address',
    offenders: sql`
      select id::text as offender from ${agents} a
      where image like 'agents/%' and not exists (select from ${images} i where i.source = a.image)`,
  },
  {
    name: 'uploaded photos of people have an address',
    offenders: sql`
      select image as offender from (
        select image from ${photoUploads} union all select image from ${qcPhotos}
        union all select image from ${reviewPhotos}) p
      where image like 'qc/%' and not exists (select from ${images} i where i.source = p.image)`,
  },
  {
    name: 'sets of photos have as many as they may',
    offenders: sql`
      select s.id::text as offender from ${photoSubmissions} s left join ${qcPhotos} p on p.submission_id = s.id
      group by s.id having count(p.id) not between 1 and ${submissionLimits.photos}`,
  },
  {
    name: 'photos of a set are of its item',
    offenders: sql`
      select p.id::text as offender from ${qcPhotos} p join ${photoSubmissions} s on s.id = p.submission_id
      where (p.shop_type, p.item_id) <> (s.shop_type, s.item_id)`,
  },
  {
    name: 'photos that nobody handed in go within a day',
    offenders: sql`select id::text as offender from ${photoUploads} where created_at < now() - interval '1 day'`,
  },
  {
    name: 'photos of reviews are their authors’, in order, and no more than they may be',
    offenders: sql`
      select r.id::text as offender from ${reviews} r join ${reviewPhotos} p on p.review_id = r.id
      group by r.id having bool_or(p.user_id is distinct from r.user_id)
        or min(p.place) < 0 or max(p.place) >= ${reviewLimits.photos}`,
  },
  {
    name: 'photos that a review shows with the QC photos have their review',
    offenders: sql`
      select s.id::text as offender from ${photoSubmissions} s
      where s.is_of_review and s.user_id is not null and not exists (
        select from ${reviews} r where r.user_id = s.user_id and r.shop_type = s.shop_type and r.item_id = s.item_id)`,
  },
  {
    name: 'ratings of products are those of their public reviews',
    offenders: sql`
      select shop_type || ' ' || item_id as offender from (
        select p.shop_type, p.item_id, p.rating_sum, p.review_count,
          coalesce(sum(r.rating), 0) as sum, count(r.id) as count
        from ${products} p
        left join ${reviews} r on r.shop_type = p.shop_type and r.item_id = p.item_id and r.is_public
        where p.deleted_at is null
        group by p.id
      ) counted where rating_sum <> sum or review_count <> count`,
  },
  {
    name: 'of what an author wrote of an item the newest approved version is public',
    offenders: sql`
      select id::text as offender from (
        select id, is_public, row_number() over
          (partition by user_id, shop_type, item_id order by created_at desc, id desc) as age
        from ${reviews} where status = 'approved' and user_id is not null
      ) approved where is_public <> (age = 1)`,
  },
  {
    name: 'of what an author wrote of an item one version waits at most',
    offenders: sql`
      select user_id || ' ' || shop_type || ' ' || item_id as offender from ${reviews}
      where status = 'pending' and user_id is not null group by user_id, shop_type, item_id having count(*) > 1`,
  },
  {
    name: 'nobody keeps more items than there is room for',
    offenders: sql`
      select user_id::text as offender from ${collectionEntries} where removed_at is null
      group by user_id having count(*) > ${maxCollectionEntries}`,
  },
  {
    name: 'what is kept of items has a form in which it can be shown',
    offenders: sql`
      select user_id || ' ' || shop_type || ' ' || item_id as offender from ${collectionEntries}
      where price_minor < 0 or currency = '' or title = '' or image = '' or item_id !~ '^[A-Za-z0-9_-]{1,64}$'`,
  },
  {
    name: 'catalogue items are unique',
    offenders: sql`
      select shop_type || ' ' || item_id as offender from ${products}
      where deleted_at is null group by shop_type, item_id having count(*) > 1`,
  },
  {
    name: 'what our catalogue describes costs what it is listed at',
    offenders: sql`
      select p.shop_type || ' ' || p.item_id as offender from ${products} p
      join ${productInfos} i on i.shop_type = p.shop_type and i.item_id = p.item_id
      where p.deleted_at is null and i.source = 'catalogue'
        and round((i.info ->> 'price')::numeric * 100) is distinct from p.price_fen`,
  },
  {
    name: 'sizes of products are written as LxWxH',
    offenders: sql`
      select shop_type || ' ' || item_id || ': ' || dimensions as offender from ${products}
      where dimensions !~ '^[0-9]+([.][0-9]+)?(x[0-9]+([.][0-9]+)?){2}$'`,
  },
  {
    name: 'views of products by day are no more than all of them',
    offenders: sql`
      select shop_type || ' ' || item_id as offender from ${products} p
      where total_view < (select coalesce(sum(views), 0) from ${productViews} v where v.product_id = p.id)`,
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
      where (user_id is not null) <> (purpose in ('verify', 'reset', 'unlock'))`,
  },
  {
    name: 'one version of the rate card is active at most',
    offenders: sql`
      select 'active: ' || string_agg(id, ', ' order by id) as offender from ${rateCards}
      where is_active having count(*) > 1`,
  },
  {
    name: 'the active version of the rate card has begun and not ended',
    offenders: sql`
      select id as offender from ${rateCards}
      where is_active and (activated_at is null or retired_at is not null)`,
  },
  { name: 'every version of the rate card could be imported', offenders: findCardFaults },
  {
    name: 'what an item cost is known in spans that do not overlap',
    offenders: sql`
      select shop_type || ' ' || item_id || ' ' || first_seen as offender from (
        select *, lead(first_seen) over (partition by shop_type, item_id order by first_seen) as next
        from ${itemPrices}
      ) spans where next <= last_seen`,
  },
  {
    name: 'no item has more price spans than are kept',
    offenders: sql`
      select shop_type || ' ' || item_id as offender from ${itemPrices}
      group by shop_type, item_id having count(*) > ${watchLimits.spans}::int`,
  },
  {
    name: 'nobody watches more items than there is room for',
    offenders: sql`
      select user_id::text as offender from ${watches}
      group by user_id having count(*) > ${watchLimits.items}::int`,
  },
  {
    name: 'whoever watches an item wants to be told of something',
    offenders: sql`
      select user_id || ' ' || shop_type || ' ' || item_id as offender from ${watches}
      where below_fen is null and not back_in_stock and not new_photos`,
  },
  {
    name: 'of watched items a price, the stock or photos are told',
    offenders: sql`
      select id::text as offender from ${watchNotices}
      where kind not in ${noticeKinds} or (kind = 'stock') <> (value is null)`,
  },
]

function selectGaps(table: typeof products | typeof agents): SQL {
  return sql`
    select 'position ' || position || ' should be ' || place as offender from (
      select position, row_number() over (order by position) as place from ${table} where deleted_at is null
    ) placed where position <> place`
}

export type Violation = { name: string; offenders: string[] }

/** Checks every rule that the data must obey; an empty list means that all hold. */
export async function verifyData(db: Db): Promise<Violation[]> {
  const findings: Violation[] = []
  for (const { name, offenders } of invariants) {
    const found = typeof offenders === 'function' ? await offenders(db) : await listOffenders(db, offenders)
    if (found.length > 0) findings.push({ name, offenders: found })
  }
  return findings
}

async function listOffenders(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ offender: string }>(query)
  return rows.map(({ offender }) => offender)
}
