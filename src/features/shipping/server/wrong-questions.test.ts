import { describe, expect, test } from 'vitest'
import { apiBase } from '#shared/paths.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

describe('an invalid estimate request, over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const raw = (body: string | undefined, type = 'application/json') =>
    app().send(`${apiBase}/get_estimation`, {
      method: 'POST',
      headers: { 'content-type': type },
      ...(body !== undefined && { body }),
    })

  const weightSentence = 'Weight must be a number from 1 to 1,000,000 g.'
  const lengthSentence = 'Length must be a number from 0.1 to 1,000 cm.'
  const long = 'x'.repeat(10_000)
  test.each([
    ['nothing', '{}', 'destination', 'Country is required'],
    ['an empty country', '{"destination":"  ","weight":1}', 'destination', 'Country is required'],
    ['a country of none', '{"destination":"ZZ","weight":1}', 'destination', 'Unknown destination'],
    ['a country that is a list', '{"destination":["DE"],"weight":1}', 'destination', 'Unknown destination'],
    ['a country that is a number', '{"destination":49,"weight":1}', 'destination', 'Unknown destination'],
    [
      'a country that is an object',
      '{"destination":{"code":"DE"},"weight":1}',
      'destination',
      'Unknown destination',
    ],
    ['a key of every object', '{"destination":"__proto__","weight":1}', 'destination', 'Unknown destination'],
    ['another', '{"destination":"constructor","weight":1}', 'destination', 'Unknown destination'],
    ['a long text', `{"destination":"${long}","weight":1}`, 'destination', 'Unknown destination'],
    ['no weight', '{"destination":"DE"}', 'weight', 'Weight is required'],
    ['an empty weight', '{"destination":"DE","weight":""}', 'weight', 'Weight is required'],
    ['a null weight', '{"destination":"DE","weight":null}', 'weight', 'Weight is required'],
    ['no grams', '{"destination":"DE","weight":0}', 'weight', weightSentence],
    ['less than nothing', '{"destination":"DE","weight":-5}', 'weight', weightSentence],
    ['nothing as text', '{"destination":"DE","weight":"-0"}', 'weight', weightSentence],
    ['too much', '{"destination":"DE","weight":1000001}', 'weight', weightSentence],
    ['far too much', '{"destination":"DE","weight":1e300}', 'weight', weightSentence],
    ['more than numbers hold', '{"destination":"DE","weight":1e309}', 'weight', weightSentence],
    ['the same as text', '{"destination":"DE","weight":"1e309"}', 'weight', weightSentence],
    [
      'a text of two readings',
      '{"destination":"DE","weight":"1.200"}',
      'weight',
      'Did you mean 1,200 g or 1.2 g? Enter 1200 or 1.2.',
    ],
    ['two commas', '{"destination":"DE","weight":"1,5,0"}', 'weight', weightSentence],
    ['a word', '{"destination":"DE","weight":"heavy"}', 'weight', weightSentence],
    ['another base', '{"destination":"DE","weight":"0x10"}', 'weight', weightSentence],
    ['a weight that is a list', '{"destination":"DE","weight":[500]}', 'weight', weightSentence],
    ['a weight that is true', '{"destination":"DE","weight":true}', 'weight', weightSentence],
    ['a weight that is an object', '{"destination":"DE","weight":{"g":5}}', 'weight', weightSentence],
    ['a long weight', `{"destination":"DE","weight":"${'1'.repeat(10_000)}"}`, 'weight', weightSentence],
    ['a side of 0', '{"destination":"DE","weight":500,"length":0}', 'length', lengthSentence],
    ['a side below 0', '{"destination":"DE","weight":500,"length":"-3"}', 'length', lengthSentence],
    ['a side beyond', '{"destination":"DE","weight":500,"length":1e309}', 'length', lengthSentence],
    [
      'a side with two commas',
      '{"destination":"DE","weight":500,"length":"1,5,0"}',
      'length',
      lengthSentence,
    ],
    [
      'another side',
      '{"destination":"DE","weight":500,"height":1001}',
      'height',
      'Height must be a number from 0.1 to 1,000 cm.',
    ],
    [
      'goods of no kind',
      '{"destination":"DE","weight":500,"features":"999"}',
      'features',
      'Unknown category: 999',
    ],
    ['a group', '{"destination":"DE","weight":500,"features":"1"}', 'features', 'Unknown category: 1'],
    [
      'goods by a key of every object',
      '{"destination":"DE","weight":500,"features":"101,toString"}',
      'features',
      'Unknown category: toString',
    ],
    [
      'goods as a list',
      '{"destination":"DE","weight":500,"features":["101"]}',
      'features',
      'Features must be category ids joined by commas.',
    ],
    [
      'a currency of none',
      '{"destination":"DE","weight":500,"currency":"XYZ"}',
      'currency',
      'Unknown currency',
    ],
    [
      'a key as currency',
      '{"destination":"DE","weight":500,"currency":"__proto__"}',
      'currency',
      'Unknown currency',
    ],
    [
      'a currency that is a number',
      '{"destination":"DE","weight":500,"currency":5}',
      'currency',
      'Unknown currency',
    ],
  ])('%s is answered with the sentence of its field', async (_what, body, field, message) => {
    const reply = await raw(body)
    expect(reply.body).toMatchObject({ success: false, statusCode: 400, message, code: 'INVALID_INPUT' })
    expect(Object(reply.body).errors[0]).toEqual({ field, message })
    expect(reply.status).toBe(400)
  })

  test('every wrong field is told, the first speaks for all', async () => {
    const reply = await raw(
      JSON.stringify({ destination: 'ZZ', weight: 0, length: 'x', features: 'x', currency: 'x' }),
    )
    expect([reply.status, reply.body?.message]).toEqual([400, 'Unknown destination'])
    const fields = Object(reply.body).errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['destination', 'weight', 'length', 'features', 'currency'])
  })

  test.each([
    ['no body', undefined, 'application/json', 400, 'Country is required'],
    ['null', 'null', 'application/json', 400, 'Country is required'],
    ['a list', '[]', 'application/json', 400, 'The request must be an object.'],
    ['a number', '5', 'application/json', 400, 'The request must be an object.'],
    ['broken JSON', '{"destination":', 'application/json', 400, 'The request could not be understood.'],
    ['a form', 'destination=DE&weight=500', 'application/x-www-form-urlencoded', 415, expect.any(String)],
  ])('%s is refused', async (_what, body, type, status, message) => {
    const reply = await raw(body, type)
    expect([reply.status, reply.body?.message]).toEqual([status, message])
  })

  test('a key of every object in the body is none of ours', async () => {
    const reply = await raw('{"__proto__":{"destination":"DE","weight":500}}')
    expect(reply.status).toBe(400)
  })
})
