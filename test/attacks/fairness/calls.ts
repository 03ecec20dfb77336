import countries from '#features/freight/built-in/countries.json' with { type: 'json' }
import type { contract } from '#main/contract.ts'
import type { Endpoint } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { dataPart, filePart, formType, rawForm } from '#support/forms.ts'
import { calls, createGoodRequest } from '#support/good-requests.ts'
import { type Attack, type RequestTemplate, socketsPerAttacker, unique } from './attack.ts'
import type { Attacker } from './tally.ts'

type Named = (typeof calls)[number]
type Cost = 'costly' | 'cheap'

const generalLimit = 100 * 1024
const item = `88${unique}`
const email = `n${unique}@chopmark.example`
const longest = 'p'.repeat(1024)
/** Nested links of the deepest level that is parsed, repeated up to the length. */
const nested = (length: number) => {
  const inner = encodeURIComponent(encodeURIComponent(`https://weidian.com/item.html?itemID=${item}`))
  const link = `https://www.cnfans.com/product/?url=${inner}&x=`
  return link.repeat(Math.max(1, Math.floor(length / link.length)))
}
const json = (path: string, value: unknown): Partial<RequestTemplate> => ({
  path,
  body: JSON.stringify(value),
})
const get = (path: string): Partial<RequestTemplate> => ({ path })

/** Costly requests of calls where a full body is not the costliest. Paths are below the API's. */
const costlyForms: Partial<Record<keyof typeof contract, Partial<RequestTemplate>[]>> = {
  parseLink: [get(`/links/parse?text=${encodeURIComponent(nested(3_000))}`)],
  convertLink: [get(`/links/convert?text=${encodeURIComponent(nested(3_000))}`)],
  parseLinks: [
    json('/links/parse', { texts: Array.from({ length: 120 }, () => nested(8_000)) }),
    json('/links/parse', { texts: Array.from({ length: 500 }, () => nested(1_900)) }),
  ],
  getAllProduct: [
    get(`/products/getAllProduct?ShipTo=DE&Sort=landed&MaxPrice=${unique}`),
    get(`/products/getAllProduct?MaxPrice=${unique}`),
  ],
  findProductById: [get(`/products/findProductById?productCode=${item}&count=true`)],
  productInfo: [
    get(`/product-info?shopType=taobao&productCode=${item}&forceReload=true`),
    get(`/product-info?shopType=taobao&productCode=silent-${unique}`),
  ],
  qcExternal: [
    get(`/qc-external?shopType=taobao&goodsId=${item}`),
    get(`/qc-external?shopType=taobao&goodsId=silent-${unique}`),
  ],
  qcPhotos: [get(`/qc-photos/${item}`)],
  findReview: [get(`/review/findReview?product_code=${item}`)],
  priceHistory: [get(`/price-history/${item}?shopType=taobao`)],
  getTariffs: countries.map(({ code }) => get(`/shipping/tariffs?destination=${code}`)),
  get_estimation: [
    json('/get_estimation', {
      destination: 'DE',
      weight: unique,
      features: Array.from({ length: 20_000 }, () => '101').join(','),
    }),
    json('/get_estimation', { destination: 'US', weight: unique, length: '90', width: '60', height: '40' }),
  ],
  login: [json('/auth/login', { email: email, password: longest })],
  createUser: [json('/users/createUser', { name: 'N', email: email, password: longest })],
  forgetPassword: [json('/auth/forgetPassword', { email: email })],
  requestVerificationEmail: [json('/users/requestVerificationEmail', { email: email })],
  verifyEmail: [json('/users/verifyEmail', { token: `t${unique}` })],
  unlock: [json('/auth/unlock', { token: `t${unique}` })],
  resetPassword: [json('/auth/resetPassword', { id: '42', newPassword: longest, token: `t${unique}` })],
  changePassword: [
    json('/auth/changePassword', { oldPassword: longest, newPassword: `q${longest.slice(1)}` }),
  ],
  addToCollection: [{ path: `/users/addToCollection?productCode=${item}&storeName=taobao` }],
  watchItem: [json('/watches', { productCode: item, shopType: 'taobao', below: 1, newPhotos: true })],
  postReview: [
    json('/review/postReview', {
      store_name: 'taobao',
      product_code: item,
      comment: 'Good. '.repeat(80),
      rating: 4,
    }),
  ],
  countPageView: [json('/page-views', { path: `/product/taobao/${item}` })],
}

/** Each call alone, in its costliest and its cheapest form. */
export function eachCall(photo: Uint8Array): Attack[] {
  const forms: Cost[] = ['costly', 'cheap']
  return distinctCalls.flatMap((call) =>
    forms.map((cost) => createAttack(`${call.name}, ${cost}`, [call], { photo, costs: [cost] })),
  )
}

/** Calls grouped by the first part of their paths; a group is one attack in both forms. */
export function callsTogether(photo: Uint8Array): Attack[] {
  const groups = Object.groupBy(distinctCalls, ({ endpoint }) => endpoint.path.split('/')[1] ?? '')
  return Object.entries(groups).map(([word, group = []]) =>
    createAttack(`calls of /${word}`, group, { photo, costs: ['costly', 'cheap'] }),
  )
}

/** One of each handler; other paths of a call have the same handler. */
const distinctCalls = calls.filter(({ endpoint, path }) => path === apiBase + endpoint.path)

type Form = { photo: Uint8Array; costs: Cost[] }

function createAttack(name: string, group: Named[], { photo, costs }: Form): Attack {
  return {
    name,
    prepare: (_stage, attacker) => {
      const requests = costs.flatMap((cost) =>
        group.flatMap((call) => {
          const forms = cost === 'cheap' ? [createCheap(call)] : createCostly(call, photo)
          return forms.map((template) => authorize(template, call.endpoint, attacker))
        }),
      )
      return { requests, concurrency: socketsPerAttacker }
    },
  }
}

/** Public calls are sent without a token, because one of them would end the session. */
function authorize(template: RequestTemplate, { access }: Endpoint, { token }: Attacker): RequestTemplate {
  return access === 'anyone'
    ? template
    : { ...template, headers: { ...template.headers, authorization: token } }
}

/** The valid path without a body, which is a valid request only when the call has no body. */
function createCheap(call: Named): RequestTemplate {
  const { method, path } = createGoodRequest(call)
  return { method, path }
}

function createCostly(call: Named, photo: Uint8Array): RequestTemplate[] {
  const { endpoint, name } = call
  const good = createGoodRequest(call)
  if (endpoint.file) return [{ ...good, ...rawForm([dataPart(readFormValue(call)), filePart(photo)]) }]
  // The names of `calls` are those of the contract.
  const forms = costlyForms[name as keyof typeof contract]
  const full = { ...good, ...(typeof good.body === 'string' && { body: padBody(good.body, endpoint) }) }
  return forms ? forms.map(({ path = '', body }) => ({ ...full, path: apiBase + path, body })) : [full]
}

/** The form field that is not a file. */
function readFormValue(call: Named): unknown {
  const { headers, body } = createGoodRequest(call)
  const text = headers['content-type'] === formType ? String(body) : ''
  return JSON.parse(text.match(/^\{.*\}$/m)?.[0] ?? '{}')
}

/** Fills a body with many small unknown values up to its limit. */
function padBody(body: string, { bodyLimit = generalLimit }: Endpoint): string {
  const room = bodyLimit - body.length - 20
  const rest = `"more":[${'{},'.repeat(Math.max(0, Math.floor(room / 3)))}0]`
  return body === '{}' ? `{${rest}}` : `${body.slice(0, -1)},${rest}}`
}
