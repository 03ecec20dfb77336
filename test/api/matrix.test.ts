import { eq, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, beforeEach, describe, expect, type TaskMeta, test } from 'vitest'
import type { Db } from '#db/db.ts'
import * as schema from '#db/schema.ts'
import type { contract } from '#main/contract.ts'
import { renderer } from '#main/render.tsx'
import type { Access } from '#shared/contract.ts'
import { anAgent, aProduct, aQcPhoto, aQcSet, aQcUpload, aReading, aReview } from '#support/factories.ts'
import { calls, createGoodRequest, goodValues } from '#support/good-requests.ts'
import type { Reply } from '#support/http-client.ts'
import { useApp } from '#test/api.ts'
import { snapshotRows, useDatabase } from '#test/database.ts'
import { createPrincipals, type Power, type Principal } from '#test/principals.ts'

/** What a good request gets from a call that lets it in, where that is not 200. */
const expectedStatuses: Partial<Record<keyof typeof contract, number>> = {
  refreshToken: 401, // it asks for a cookie
  googleNonce: 404, // not configured
  endSession: 404, // no such session
  deleteReview: 404, // no such review
  createUser: 409, // user A has the address
  settleTemplateOffer: 409, // nothing is offered
  verifyEmail: 400,
  turnOffWatch: 400, // an unknown token
  resetPassword: 400,
  unlock: 400,
  setUp: 400,
}
const isOfA = ({ name }: Principal) => name.startsWith('user A')
/** Calls that go by whose something is, besides the role. */
const finer: Partial<Record<keyof typeof contract, (principal: Principal) => number>> = {
  changePassword: ({ name }) => (name.startsWith('user A') ? 200 : 400), // the old password is that of user A
  deleteQcUpload: (principal) => (isOfA(principal) ? 200 : 404), // a photo of user A
  createQcSet: (principal) => (isOfA(principal) ? 200 : 409),
}

/** Keys that an answer may hold, besides those of the envelope. A new one is a decision. */
const allowedKeys = new Set(
  [
    ...['success', 'statusCode', 'message', 'data', 'code', 'requestId', 'errors', 'field'],
    ...['approvalToken', 'user', 'users', 'id', '_id', 'name', 'email', 'role', 'status', 'createdAt'],
    ...['total', 'page', 'totalPages', 'userId', 'userAgent', 'address', 'usedAt', 'isCurrent'],
    ...[
      'price',
      'thumbnailImg',
      'picture',
      'storeName',
      'shopType',
      'productCode',
      'weight',
      'shippingTime',
      'dimensions',
    ],
    ...[
      'onTrend',
      'serial',
      'totalView',
      'note',
      'hasSource',
      'avgRetting',
      'avgRating',
      'totalReview',
      'qcCount',
      'qcImage',
      'qcVariant',
      'shown',
      'shownSku',
      'skuId',
      'pictured',
      'image',
      'qcPhotos',
      'newestPhoto',
      'claims',
      'qcNewest',
      'version',
      'kind',
      'ownKind',
      'category',
      'gramsFrom',
      'gramsTo',
    ],
    ...[
      'productInfo',
      'state',
      'source',
      'sourceLabel',
      'fetchedAt',
      'photos',
      'photoIds',
      'showWithQc',
      'items',
      'url',
      'agent',
      'variant',
      'takenAt',
      'isOfReview',
      'host',
    ],
    ...['width', 'height', 'placeholder', 'finding', 'imgs', 'img', 'offer', 'to', 'active', 'isSelected'],
    ...['taobao', 'weidian', 'ali_1688', 'comment', 'rating', 'timestamp', 'productName', 'product_img'],
    ...['product_code', 'store_name', 'ok', 'reason', 'canonicalUrl', 'agents', 'link', 'links', 'item'],
    ...['hints', 'priceTo'],
    ...['trackingUrl', 'extensionUrl', 'socialUrl', 'chatUrl', 'publicUrl', 'googleSignIn', 'passwordMin'],
    ...['productCollection', 'title', 'currency', 'imgList', 'priceNow'],
    ...[
      'products',
      'reviewsWaiting',
      'qcSetsWaiting',
      'readingsWaiting',
      'unservedCountries',
      'requests',
      'oldestWaiting',
      'views',
      'day',
      'mostViewed',
      'product',
      'health',
    ],
    ...['titleOriginal', 'skus', 'skuID', 'specId', 'nameTrans', 'imgUrl', 'stock', 'propsID', 'propsCode'],
    ...['productAttr', 'attrID', 'attrTrans', 'values', 'valueID', 'valueTrans', 'propsTrans'],
    ...['effectiveFrom', 'lines', 'rows', 'countries', 'createdBy', 'activatedAt', 'retiredAt'],
    ...['card', 'against', 'failedChecks', 'checks', 'line', 'grams', 'expected', 'got'],
    ...['changed', 'new', 'gone', 'unchanged', 'changes', 'kind', 'lineName', 'what', 'before', 'after'],
    ...['change', 'direction', 'samples', 'parcel', 'destination', 'coverage', 'shrunk'],
    ...['schema', 'weightUnit', 'dimensionUnit', 'disclaimer', 'agentFees', 'agentFeesSource', 'sources'],
    ...['carrier', 'iconUrl', 'features', 'tags', 'transit', 'min', 'max', 'belowMin', 'billing'],
    ...['minCharge', 'roundTo', 'maxSide', 'maxSum', 'maxGirth', 'box', 'volumetric', 'method', 'divisor'],
    ...['sideTrigger', 'cm', 'inclusive', 'freeUpTo', 'freeExcess', 'freeRatio', 'categories', 'default'],
    ...['allow', 'block', 'fees', 'fuelPercent', 'fuelOnAir', 'airSurchargePerKg', 'customs', 'flat'],
    ...['perKg', 'operationFee', 'serviceFee', 'percent', 'minFreight', 'rates', 'tiers', 'upTo', 'mode'],
    ...['weightFirst', 'feeFirst', 'weightContinue', 'feeContinue', 'segments', 'confidence', 'src'],
    ...['service', 'check', 'freight'],
    ...[
      'level',
      'since',
      'note',
      'setup',
      'isDone',
      'examples',
      'events',
      'type',
      'actor',
      'subject',
      'details',
      'count',
    ],
    ...[
      'landed',
      'transitTime',
      'available',
      'unavailableReasons',
      'blockedCategories',
      'takesNamedOnly',
      'restrictions',
    ],
    ...['minWeight', 'maxWeight', 'dimensionRestriction', 'volumeWeightRule', 'categoryRestrictions'],
    ...['allowList', 'blockList', 'maxChargeableWeight', 'feeDetail', 'currencyEnum', 'symbol', 'digits'],
    ...['airSurcharge', 'fuelFee', 'customsFee', 'steps', 'chargeableWeight', 'volumetricWeight'],
    ...['reckoning', 'weightRule', 'ruleLimit', 'raisedTo', 'roundedTo', 'exchangeRates', 'country', 'asOf'],
    ...['trust', 'spread', 'year'],
    ...['updatedAt', 'text'],
    ...['since', 'spans', 'from', 'inStock', 'below', 'backInStock', 'newPhotos', 'byMail', 'isBelow'],
    ...['image', 'value', 'isRead', 'all'],
    ...['variants', 'pictures', 'confirmedBy', 'isOwn', 'reports', 'right', 'off'],
  ].toSorted(),
)
/** Never in responses of public calls, except the login. */
const personalKeys = ['email', 'role', 'users', 'approvalToken', 'userAgent', 'address']

const enough: Record<Access, Power[]> = {
  anyone: ['visitor', 'user', 'admin'],
  user: ['user', 'admin'],
  member: ['user'],
  admin: ['admin'],
}

function expectedStatus({ name, endpoint }: (typeof calls)[number], principal: Principal): number {
  const { access } = endpoint
  if (!enough[access].includes(principal.power)) return principal.power === 'visitor' ? 401 : 403
  // The names of `contract` are the names of `calls`.
  const key = name as keyof typeof contract
  return finer[key]?.(principal) ?? expectedStatuses[key] ?? 200
}

const watched = Object.values(schema).filter(
  (value) => is(value, PgTable) && value !== schema.securityEvents && value !== schema.limitCounters,
)

/** One digest of every row of every table, but for the counters and the record of what was refused. */
async function digestRows(db: Db): Promise<string> {
  const digests = watched.map((table) => {
    const name = sql.identifier(getTableConfig(table as PgTable).name)
    return sql`select ${getTableName(table as PgTable)} as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t`
  })
  const { rows } = await db.execute(sql.join(digests, sql` union all `))
  return JSON.stringify(rows)
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Twelve ways to write an address, or to say something else than the request line says. */
function listDisguises(path: string, method: string): [address: string, headers: Record<string, string>][] {
  const [plain = '', search = ''] = path.split('?')
  const query = search && `?${search}`
  const slash = plain.lastIndexOf('/')
  const [start, end] = [plain.slice(0, slash), plain.slice(slash + 1)]
  return [
    [plain.toUpperCase() + query, {}],
    [`${plain}/${query}`, {}],
    [`${start}//${end}${query}`, {}],
    [`${start}/./${end}${query}`, {}],
    [`${start}/%2e/${end}${query}`, {}],
    [`${start}%2f${end}${query}`, {}],
    [`${plain};x${query}`, {}],
    [`${plain}.json${query}`, {}],
    [`${plain}?_method=GET&${search}`, {}],
    [path, { 'x-http-method-override': method === 'GET' ? 'POST' : 'GET' }],
    [path, { 'x-original-url': '/api/v1/agent/getAgent', 'x-rewrite-url': '/api/v1/agent/getAgent' }],
    [`http://localhost${path}`, {}],
  ]
}

/** As browsers say it; calls that take cookies want to hear it. */
const fromOwnPage = { 'sec-fetch-site': 'same-origin' }

declare module 'vitest' {
  // An interface, because only that merges with Vitest's own.
  export interface TaskMeta {
    /** Requests whose answer was compared with what the policy says; `npm test` adds them up. */
    cells?: number
  }
}

function count({ meta }: { meta: TaskMeta }): void {
  meta.cells = (meta.cells ?? 0) + 1
}

function expectRefusal({ status, text, body }: Reply): void {
  expect(text.toLowerCase().includes('unauthorized')).toBe(status === 401)
  expect(body).not.toHaveProperty('data')
}

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...(freeMaps.has(key) ? [] : keysIn(inner))])
}

/** Their keys are texts: names of properties, what an event tells of, where figures come from, currencies. */
const freeMaps = new Set(['propsTrans', 'details', 'sources', 'asOf', 'exchangeRates'])

describe('who may do what', () => {
  const database = useDatabase()
  const app = useApp(database, { env: { RATE_MULTIPLIER: '1000' }, renderer })
  let principals: Principal[]
  let setStage: () => Promise<void>

  beforeAll(async () => {
    const item = { itemId: '42', shopType: 'taobao' } as const
    await aProduct(database.db, { ...item, id: '0198a000-0000-7000-8000-000000000003' })
    await aReview(database.db, { ...item, id: String(goodValues.review_id) })
    await aQcPhoto(database.db, item)
    await anAgent(database.db, { id: String(goodValues.agent_id), isSelected: true })
    await aQcSet(database.db, { ...item, id: '0198a000-0000-7000-8000-000000000006' })
    await aReading(database.db, { ...item, id: '0198a000-0000-7000-8000-000000000007' })
    principals = await createPrincipals(database.db, app())
    const [userA] = await database.db
      .select()
      .from(schema.users)
      .where(eq(schema.users.email, 'a@example.com'))
    await aQcUpload(database.db, { userId: userA?.id ?? '', id: '0198a000-0000-7000-8000-000000000005' })
    setStage = await snapshotRows(database.db)
  })
  beforeEach(() => setStage())

  test('there are 24 kinds of callers', () => {
    expect(new Set(principals.map(({ name }) => name)).size).toBe(24)
  })

  test.for(calls)('$endpoint.method $path', async (call, { task }) => {
    const { method, path, headers: own, body } = createGoodRequest(call)
    let before = await digestRows(database.db)
    for (const principal of principals) {
      const { name } = principal
      const address = principal.query ? `${path}${path.includes('?') ? '&' : '?'}${principal.query}` : path
      const headers = { ...fromOwnPage, ...principal.headers, ...own }
      const reply = await app().send(address, { method, headers, ...(body && { body }) })
      count(task)
      const wanted = expectedStatus(call, principal)
      expect([name, reply.status, reply.body?.message]).toEqual([name, wanted, expect.any(String)])
      if (reply.status === 401 || reply.status === 403) {
        const isGuarded = call.endpoint.access !== 'anyone'
        if (isGuarded) expectRefusal(reply)
        expect([name, await digestRows(database.db)]).toEqual([name, before])
      }
      const keys = keysIn(reply.body?.data)
      const unlisted = keys.filter((key) => !allowedKeys.has(key))
      expect(unlisted, 'keys of answers that allowedKeys does not name').toEqual([])
      if (call.endpoint.access === 'anyone' && call.name !== 'login')
        expect(keys.filter((key) => personalKeys.includes(key))).toEqual([])
      if ((await digestRows(database.db)) !== before) {
        await setStage()
        before = await digestRows(database.db)
      }
    }
  })

  test.for(calls.filter(({ endpoint }) => endpoint.adminOnly))(
    '$path passes over what counts for admins alone',
    async (call, { task }) => {
      const { path } = createGoodRequest(call)
      const parts = (call.endpoint.adminOnly ?? []).map((name) => [name, String(goodValues[name])])
      const withParts = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(parts)}`
      for (const { name, power, headers } of principals) {
        const [plain, extra] = [await app().send(path, { headers }), await app().send(withParts, { headers })]
        count(task)
        expect([name, extra.status]).toEqual([name, 200])
        if (power !== 'admin') expect([name, extra.body?.data]).toEqual([name, plain.body?.data])
      }
    },
  )

  test.for(calls.filter(({ endpoint }) => endpoint.adminMayOmit))(
    '$path refuses everybody but admins without what only they may leave out',
    async (call, { task }) => {
      const { path } = createGoodRequest(call)
      for (const field of call.endpoint.adminMayOmit ?? []) {
        const without = path.replace(new RegExp(`(?<=[?&])${field}=[^&]*&?`), '')
        for (const { name, power, headers } of principals) {
          const reply = await app().send(without, { headers })
          count(task)
          const wanted = power === 'admin' ? [200, undefined] : [400, [expect.objectContaining({ field })]]
          expect([name, reply.status, reply.body?.errors]).toEqual([name, ...wanted])
        }
      }
    },
  )

  test.for(['approved', 'denied', 'pending'])(
    'only admins decide that a reading is %s',
    async (decision, { task }) => {
      const call = calls.find(({ name }) => name === 'judgeReading')
      if (!call) throw new Error('judgeReading is no call.')
      const { method, path } = createGoodRequest(call)
      const address = path.replace('verdict=right', `verdict=${decision}`)
      const before = await digestRows(database.db)
      for (const { name, power, headers } of principals) {
        const reply = await app().send(address, { method, headers: { ...fromOwnPage, ...headers } })
        count(task)
        const wanted = { visitor: 401, user: 403, admin: 200 }[power]
        expect([name, reply.status]).toEqual([name, wanted])
        if (wanted === 200) await setStage()
        else expect([name, await digestRows(database.db)]).toEqual([name, before])
      }
    },
  )

  test('no call takes another method', async ({ task }) => {
    const before = await digestRows(database.db)
    const { headers = {} } = principals.find(({ name }) => name === 'admin 1') ?? {}
    for (const call of calls) {
      const own = calls
        .filter(({ path }) => path === call.path)
        .map(({ endpoint }) => endpoint.method as string)
      const wrong = methods.filter(
        (method) => !own.includes(method) && !(method === 'HEAD' && own.includes('GET')),
      )
      for (const method of wrong) {
        const reply = await app().send(createGoodRequest(call).path, { method, headers })
        count(task)
        expect([call.path, method, reply.status]).toEqual([call.path, method, 405])
      }
    }
    expect(await digestRows(database.db)).toBe(before)
  }, 60_000)

  test('no guarded call is open under another spelling', async ({ task }) => {
    const before = await digestRows(database.db)
    for (const call of calls.filter(({ endpoint }) => endpoint.access !== 'anyone')) {
      const { method, path, headers: ofBody, body } = createGoodRequest(call)
      const weak = principals.filter(({ name, power }) =>
        call.endpoint.access === 'admin' ? name === 'user A' || name === 'anonymous' : power === 'visitor',
      )
      for (const { headers: own } of weak.slice(0, 2)) {
        for (const [address, extra] of listDisguises(path, method)) {
          const headers = { ...own, ...extra, ...ofBody }
          const reply = await app().send(address, { method, headers, ...(body && { body }) })
          count(task)
          expect([address, reply.status]).toEqual([address, expect.toSatisfy((status) => status >= 400)])
          expect(reply.body ?? {}).not.toHaveProperty('data')
        }
      }
    }
    expect(await digestRows(database.db)).toBe(before)
  }, 60_000)
})
