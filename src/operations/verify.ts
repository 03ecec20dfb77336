import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import {
  agents,
  collectionEntries,
  identities,
  images,
  itemPrices,
  itemReadings,
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
import { maxCollectionEntries } from '#features/collection/texts-and-limits.ts'
import { submissionLimits } from '#features/member-photos/texts-and-limits.ts'
import { findInvalidCards } from '#features/rate-cards/server/checks/invalid-cards.ts'
import { reviewLimits } from '#features/reviews/texts-and-limits.ts'
import { watchLimits } from '#features/watches/texts-and-limits.ts'
import { noticeKinds } from '#shared/column-values.ts'

type Invariant = { name: string; offenders: SQL | ((db: Db) => Promise<string[]>) }

/** Each query or function returns the rows that violate its rule, as one text per row. */
const invariants: Invariant[] = [
  { name: 'Products must have the positions 1 to N, without gaps.', offenders: selectGaps(products) },
  { name: 'Agents must have the positions 1 to N, without gaps.', offenders: selectGaps(agents) },
  {
    name: 'Exactly one agent must be the default if any agent is active.',
    offenders: sql`
      select 'selected: ' || count(*) filter (where is_selected) as offender
      from ${agents} where deleted_at is null
      having bool_or(active) and count(*) filter (where is_selected) <> 1`,
  },
  {
    name: 'Two agents must not have the same name, ignoring case.',
    offenders: sql`
      select lower(name) as offender from ${agents}
      where deleted_at is null group by lower(name) having count(*) > 1`,
  },
  {
    name: "An agent's uploaded image must have a row in the images table.",
    offenders: sql`
      select id::text as offender from ${agents} a
      where image like 'agents/%' and not exists (select from ${images} i where i.source = a.image)`,
  },
  {
    name: 'An uploaded photo must have a row in the images table.',
    offenders: sql`
      select image as offender from (
        select image from ${photoUploads} union all select image from ${qcPhotos}
        union all select image from ${reviewPhotos}
        union all select jsonb_array_elements_text(uploads) from ${itemReadings}) p
      where image like 'qc/%' and not exists (select from ${images} i where i.source = p.image)`,
  },
  {
    name: 'A photo submission must have at least one photo, and no more than the limit.',
    offenders: sql`
      select s.id::text as offender from ${photoSubmissions} s left join ${qcPhotos} p on p.submission_id = s.id
      group by s.id having count(p.id) not between 1 and ${submissionLimits.photos}`,
  },
  {
    name: 'A photo must belong to the same item as its submission.',
    offenders: sql`
      select p.id::text as offender from ${qcPhotos} p join ${photoSubmissions} s on s.id = p.submission_id
      where (p.shop_type, p.item_id) <> (s.shop_type, s.item_id)`,
  },
  {
    name: 'A photo that was not submitted must be deleted after one day.',
    offenders: sql`select id::text as offender from ${photoUploads} where created_at < now() - interval '1 day'`,
  },
  {
    name: "A review's photos must belong to its author and have positions within the limit.",
    offenders: sql`
      select r.id::text as offender from ${reviews} r join ${reviewPhotos} p on p.review_id = r.id
      group by r.id having bool_or(p.user_id is distinct from r.user_id)
        or min(p.place) < 0 or max(p.place) >= ${reviewLimits.photos}`,
  },
  {
    name: 'A review photo among the QC photos must have its review.',
    offenders: sql`
      select s.id::text as offender from ${photoSubmissions} s
      where s.is_of_review and s.user_id is not null and not exists (
        select from ${reviews} r where r.user_id = s.user_id and r.shop_type = s.shop_type and r.item_id = s.item_id)`,
  },
  {
    name: "A product's rating must match its public reviews.",
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
    name: "The newest approved version of a member's review of an item must be the public one.",
    offenders: sql`
      select id::text as offender from (
        select id, is_public, row_number() over
          (partition by user_id, shop_type, item_id order by created_at desc, id desc) as age
        from ${reviews} where status = 'approved' and user_id is not null
      ) approved where is_public <> (age = 1)`,
  },
  {
    name: "At most one version of a member's review of an item may be pending.",
    offenders: sql`
      select user_id || ' ' || shop_type || ' ' || item_id as offender from ${reviews}
      where status = 'pending' and user_id is not null group by user_id, shop_type, item_id having count(*) > 1`,
  },
  {
    name: 'A collection must not have more items than the limit.',
    offenders: sql`
      select user_id::text as offender from ${collectionEntries} where removed_at is null
      group by user_id having count(*) > ${maxCollectionEntries}`,
  },
  {
    name: 'A saved item must have a valid price, currency, title, image and id.',
    offenders: sql`
      select user_id || ' ' || shop_type || ' ' || item_id as offender from ${collectionEntries}
      where price_minor < 0 or currency = '' or title = '' or image = '' or item_id !~ '^[A-Za-z0-9_-]{1,64}$'`,
  },
  {
    name: 'An item must not be in the catalog twice.',
    offenders: sql`
      select shop_type || ' ' || item_id as offender from ${products}
      where deleted_at is null group by shop_type, item_id having count(*) > 1`,
  },
  {
    name: "The price on an item's page must be its price in the catalog.",
    offenders: sql`
      select p.shop_type || ' ' || p.item_id as offender from ${products} p
      join ${productInfos} i on i.shop_type = p.shop_type and i.item_id = p.item_id
      where p.deleted_at is null and i.source = 'catalogue'
        and round((i.info ->> 'price')::numeric * 100) is distinct from p.price_fen`,
  },
  {
    name: "A product's dimensions must have the form LxWxH.",
    offenders: sql`
      select shop_type || ' ' || item_id || ': ' || dimensions as offender from ${products}
      where dimensions !~ '^[0-9]+([.][0-9]+)?(x[0-9]+([.][0-9]+)?){2}$'`,
  },
  {
    name: "The sum of a product's daily views must not exceed its total views.",
    offenders: sql`
      select shop_type || ' ' || item_id as offender from ${products} p
      where total_view < (select coalesce(sum(views), 0) from ${productViews} v where v.product_id = p.id)`,
  },
  {
    name: 'At least one admin must be able to log in if there are admins.',
    offenders: sql`
      select 'admins: ' || count(*) as offender from ${users} where role = 'admin'
      having count(*) > 0 and count(*) filter (where status = 'active' and verified_at is not null) = 0`,
  },
  {
    name: "An account's key must be its email address in lower case.",
    offenders: sql`select id::text as offender from ${users} where email_key <> lower(trim(email))`,
  },
  {
    name: 'An account must have a password or a Google login.',
    offenders: sql`
      select u.id::text as offender from ${users} u
      where password_hash is null and not exists (select from ${identities} i where i.user_id = u.id)`,
  },
  {
    name: 'Only accounts that can log in may have sessions.',
    offenders: sql`
      select s.id::text as offender from ${sessions} s join ${users} u on u.id = s.user_id
      where u.status <> 'active' or u.verified_at is null`,
  },
  {
    name: "A session's idle timeout must not be later than its end.",
    offenders: sql`select id::text as offender from ${sessions} where idle_until > expires_at`,
  },
  {
    name: 'A session must have exactly one valid refresh token.',
    offenders: sql`
      select s.id::text as offender from ${sessions} s
      left join ${refreshTokens} r on r.session_id = s.id and r.replaced_at is null and r.voided_at is null
      group by s.id having count(r.hash) <> 1`,
  },
  {
    name: 'An emailed token must belong to an account; other tokens must not.',
    offenders: sql`
      select purpose || ' ' || created_at as offender from ${oneTimeTokens}
      where (user_id is not null) <> (purpose in ('verify', 'reset', 'unlock'))`,
  },
  {
    name: 'At most one version of the rate card may be active.',
    offenders: sql`
      select 'active: ' || string_agg(id, ', ' order by id) as offender from ${rateCards}
      where is_active having count(*) > 1`,
  },
  {
    name: 'The active version of the rate card must have a start date and no end date.',
    offenders: sql`
      select id as offender from ${rateCards}
      where is_active and (activated_at is null or retired_at is not null)`,
  },
  { name: 'Every version of the rate card must pass the checks of an import.', offenders: findInvalidCards },
  {
    name: "The periods of an item's price history must not overlap.",
    offenders: sql`
      select shop_type || ' ' || item_id || ' ' || first_seen as offender from (
        select *, lead(first_seen) over (partition by shop_type, item_id order by first_seen) as next
        from ${itemPrices}
      ) spans where next <= last_seen`,
  },
  {
    name: "An item's price history must not have more periods than the limit.",
    offenders: sql`
      select shop_type || ' ' || item_id as offender from ${itemPrices}
      group by shop_type, item_id having count(*) > ${watchLimits.spans}::int`,
  },
  {
    name: 'An account must not watch more items than the limit.',
    offenders: sql`
      select user_id::text as offender from ${watches}
      group by user_id having count(*) > ${watchLimits.items}::int`,
  },
  {
    name: 'A watch must have at least one alert.',
    offenders: sql`
      select user_id || ' ' || shop_type || ' ' || item_id as offender from ${watches}
      where below_fen is null and not back_in_stock and not new_photos`,
  },
  {
    name: 'A notice must be about a price, stock or new photos.',
    offenders: sql`
      select id::text as offender from ${watchNotices}
      where kind not in ${noticeKinds} or (kind = 'stock') <> (value is null)`,
  },
]

function selectGaps(table: typeof products | typeof agents): SQL {
  return sql`
    select 'position ' || position || ' should be ' || expected as offender from (
      select position, row_number() over (order by position) as expected from ${table} where deleted_at is null
    ) numbered where position <> expected`
}

export type Violation = { name: string; offenders: string[] }

/** Checks every rule for the data. An empty list means that there are no violations. */
export async function verifyData(db: Db): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { name, offenders } of invariants) {
    const rows = typeof offenders === 'function' ? await offenders(db) : await listOffenders(db, offenders)
    if (rows.length > 0) violations.push({ name, offenders: rows })
  }
  return violations
}

async function listOffenders(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ offender: string }>(query)
  return rows.map(({ offender }) => offender)
}
