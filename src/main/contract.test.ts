import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/contract.ts'
import { apiBase } from '#shared/paths.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'
import { contract } from './contract.ts'

const calls = Object.values<Endpoint>(contract).map((endpoint) => ({
  ...endpoint,
  paths: [endpoint.path, ...(endpoint.aliases ?? [])],
}))

test('what is for admins alone, or may be left out by them, is an optional part of a query', () => {
  for (const { path, query, adminOnly = [], adminMayOmit = [] } of calls) {
    for (const part of [...adminOnly, ...adminMayOmit]) {
      expect([path, part, query?.shape[part]?.safeParse(undefined).success]).toEqual([path, part, true])
    }
  }
})

test('the API on one page', () => {
  const lines = calls.flatMap(({ method, paths, access }) =>
    paths.map((path) => `${method} ${path} ${access}`),
  )
  expect(lines.toSorted()).toEqual([
    'DELETE /agent/deleteAgent admin',
    'DELETE /auth/sessions user',
    'DELETE /products/deleteProduct admin',
    'DELETE /products/dleteProduct admin',
    'DELETE /qc-photos/sets/{id} admin',
    'DELETE /qc-photos/uploads/{id} user',
    'DELETE /review/deleteReview user',
    'DELETE /watches/{id} user',
    'GET /agent/getAgent anyone',
    'GET /agent/templateOffers admin',
    'GET /auth/sessions user',
    'GET /items/readings anyone',
    'GET /links/convert anyone',
    'GET /links/parse anyone',
    'GET /overview admin',
    'GET /price-history/{id} anyone',
    'GET /product-info anyone',
    'GET /products/catalogueFacts anyone',
    'GET /products/findProductById anyone',
    'GET /products/getAllProduct anyone',
    'GET /products/getPopularProduct anyone',
    'GET /products/getProductPictures admin',
    'GET /qc-external anyone',
    'GET /qc-photos/sets admin',
    'GET /qc-photos/sets/mine user',
    'GET /qc-photos/{id} anyone',
    'GET /review/findReview anyone',
    'GET /review/getAllReview anyone',
    'GET /review/mine user',
    'GET /shipping/compareRateCards admin',
    'GET /shipping/destinations anyone',
    'GET /shipping/dutyNotes anyone',
    'GET /shipping/rateCard admin',
    'GET /shipping/rateCards admin',
    'GET /shipping/tariffs anyone',
    'GET /site/settings anyone',
    'GET /users/getAllUser admin',
    'GET /users/me user',
    'GET /users/viewCollection user',
    'GET /watches user',
    'GET /watches/notices user',
    'PATCH /agent/activateOrDeactivateAnAgent admin',
    'PATCH /agent/activeOrDactiveAnAgent admin',
    'PATCH /agent/selectAgent admin',
    'PATCH /agent/setAgentSerial admin',
    'PATCH /agent/settleTemplateOffer admin',
    'PATCH /items/readings user',
    'PATCH /products/setOrRemoveProductOnTend admin',
    'PATCH /products/setOrRemoveProductOnTrend admin',
    'PATCH /products/setProductSerial admin',
    'PATCH /products/updateProduct admin',
    'PATCH /review/approveOrDenyReview admin',
    'PATCH /shipping/rateCards admin',
    'POST /agent/createAgent admin',
    'POST /agent/updateAgent admin',
    'POST /auth/changePassword user',
    'POST /auth/forgetPassword anyone',
    'POST /auth/google-nonce anyone',
    'POST /auth/login anyone',
    'POST /auth/logout anyone',
    'POST /auth/refresh-token anyone',
    'POST /auth/resetPassword anyone',
    'POST /auth/setup anyone',
    'POST /auth/unlock anyone',
    'POST /get_estimation anyone',
    'POST /items/readings user',
    'POST /links/parse anyone',
    'POST /page-views anyone',
    'POST /products/addProduct admin',
    'POST /products/addProductPicture admin',
    'POST /qc-photos/sets user',
    'POST /qc-photos/sets/{id}/status admin',
    'POST /qc-photos/uploads user',
    'POST /review/postReview member',
    'POST /shipping/rateCards admin',
    'POST /users/addToCollection user',
    'POST /users/changeUserRoleOrStatus admin',
    'POST /users/createUser anyone',
    'POST /users/endSessions admin',
    'POST /users/removeFromCollection user',
    'POST /users/requestVerificationEmail anyone',
    'POST /users/verifyEmail anyone',
    'POST /watches user',
    'POST /watches/notices/read user',
    'POST /watches/off anyone',
  ])
})

describe('the description', () => {
  const database = useDatabase()
  const app = useApp(database)
  test('is OpenAPI 3.1 and lists exactly the calls', async () => {
    const { body } = await app().get('/openapi.json')
    expect(body?.openapi).toBe('3.1.0')
    const described = Object.entries(body?.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const written = calls.map(({ method, path }) => `${method} ${apiBase}${path}`)
    expect(described.toSorted()).toEqual(written.toSorted())
  })

  test('is sent compressed, and returns 304 to a client that has it', async () => {
    const packed = await app().get('/openapi.json', { 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
    const { etag = '' } = packed.headers
    const again = await app().get('/openapi.json', { 'accept-encoding': 'br', 'if-none-match': String(etag) })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('says who may make a call, and how it refuses', async () => {
    const { body } = await app().get('/openapi.json')
    const { paths = {}, components } = Object(body)
    expect(components.securitySchemes.session).toMatchObject({ type: 'apiKey', name: 'Authorization' })
    const [list, login] = [paths[`${apiBase}/users/getAllUser`].get, paths[`${apiBase}/auth/login`].post]
    expect([list.security, list.description]).toEqual([[{ session: [] }], 'Admins only.'])
    expect([login.security, login.description]).toEqual([[], 'Public. Limit: 300 per 5 minutes per network.'])
    const described = (path: string, method = 'get') => paths[apiBase + path][method]
    expect(described('/review/postReview', 'post')).toMatchObject({
      security: [{ session: [] }],
      description: 'Requires login; not for admins.',
    })
    expect(described('/review/findReview').description).toBe(
      'Public. Admins: reviews in any status, of any item.',
    )
    expect(described('/review/findReview').parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'status', description: 'Ignored unless an admin sends it.' }),
        expect.objectContaining({ name: 'product_code', description: 'Required, except for admins.' }),
      ]),
    )
    const errorSchema = list.responses['4XX'].content['application/json'].schema
    expect(Object.keys(errorSchema.properties)).toContain('requestId')
    expect(errorSchema.properties.code.enum).toEqual(expect.arrayContaining(['TOO_MANY', 'ADMIN_REVIEW']))
  })

  test('says of an estimate what each field should be, and which are needed', async () => {
    const { body } = await app().get('/openapi.json')
    const { content } = Object(body?.paths)[`${apiBase}/get_estimation`].post.requestBody
    const { schema } = content['application/json']
    expect(schema.required).toEqual(['destination', 'weight'])
    const figure = { type: ['number', 'string'] }
    const text = { type: 'string' }
    expect(schema.properties).toMatchObject({
      ...{ destination: text, features: text, currency: text },
      ...{ weight: figure, length: figure, width: figure, height: figure },
    })
    expect(schema.properties.weight.description).toBe('Grams, 1 to 1,000,000.')
  })

  test('says of a call with a file that it takes a form, and what is in it', async () => {
    const { body } = await app().get('/openapi.json')
    const getRequestBody = (path: string) => Object(body?.paths)[apiBase + path].post.requestBody
    for (const [path, required] of [
      ['/agent/createAgent', ['data', 'file']],
      ['/agent/updateAgent', ['data']],
    ] as const) {
      const { content } = getRequestBody(path)
      expect(Object.keys(content)).toEqual(['multipart/form-data'])
      const { schema } = content['multipart/form-data']
      expect(schema.required).toEqual(required)
      expect(schema.properties.file).toMatchObject({
        type: 'string',
        format: 'binary',
        description: 'A PNG, JPEG, WebP or GIF of at most 5 MB and 25 million pixels.',
      })
      expect(Object.keys(schema.properties.data.properties)).toEqual(
        expect.arrayContaining(['name', 'offer', 'to']),
      )
    }
    expect(Object.keys(getRequestBody('/links/parse').content)).toEqual(['application/json'])
  })
})
