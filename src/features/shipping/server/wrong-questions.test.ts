import { describe, expect, test } from 'vitest'
import { apiBase } from '#shared/paths.ts'
import { useApp } from '#test/api.ts'
import { useDatabase } from '#test/database.ts'

describe('an invalid estimate request, over HTTP', () => {
  const database = useDatabase()
  const app = useApp(database)
  const postEstimate = (body: string | undefined, type = 'application/json') =>
    app().send(`${apiBase}/get_estimation`, {
      method: 'POST',
      headers: { 'content-type': type },
      ...(body !== undefined && { body }),
    })

  const weightMessage = 'Weight must be a number from 1 to 1,000,000 g.'
  const lengthMessage = 'Length must be a number from 0.1 to 1,000 cm.'
  const longText = 'x'.repeat(10_000)
  test.each([
    ['an empty object', '{}', 'destination', 'Country is required'],
    ['an empty country', '{"destination":"  ","weight":1}', 'destination', 'Country is required'],
    ['an unknown country', '{"destination":"ZZ","weight":1}', 'destination', 'Unknown destination'],
    ['a country that is a list', '{"destination":["DE"],"weight":1}', 'destination', 'Unknown destination'],
    ['a country that is a number', '{"destination":49,"weight":1}', 'destination', 'Unknown destination'],
    [
      'a country that is an object',
      '{"destination":{"code":"DE"},"weight":1}',
      'destination',
      'Unknown destination',
    ],
    [
      'the property name __proto__ as country',
      '{"destination":"__proto__","weight":1}',
      'destination',
      'Unknown destination',
    ],
    [
      'the property name constructor as country',
      '{"destination":"constructor","weight":1}',
      'destination',
      'Unknown destination',
    ],
    ['a long text', `{"destination":"${longText}","weight":1}`, 'destination', 'Unknown destination'],
    ['no weight', '{"destination":"DE"}', 'weight', 'Weight is required'],
    ['an empty weight', '{"destination":"DE","weight":""}', 'weight', 'Weight is required'],
    ['a null weight', '{"destination":"DE","weight":null}', 'weight', 'Weight is required'],
    ['a weight of 0', '{"destination":"DE","weight":0}', 'weight', weightMessage],
    ['a negative weight', '{"destination":"DE","weight":-5}', 'weight', weightMessage],
    ['a weight of -0 as text', '{"destination":"DE","weight":"-0"}', 'weight', weightMessage],
    ['a weight above the maximum', '{"destination":"DE","weight":1000001}', 'weight', weightMessage],
    ['a weight far above the maximum', '{"destination":"DE","weight":1e300}', 'weight', weightMessage],
    ['a weight beyond the largest number', '{"destination":"DE","weight":1e309}', 'weight', weightMessage],
    [
      'a weight beyond the largest number as text',
      '{"destination":"DE","weight":"1e309"}',
      'weight',
      weightMessage,
    ],
    [
      'a weight that can mean two numbers',
      '{"destination":"DE","weight":"1.200"}',
      'weight',
      'Did you mean 1,200 g or 1.2 g? Enter 1200 or 1.2.',
    ],
    ['a weight with two commas', '{"destination":"DE","weight":"1,5,0"}', 'weight', weightMessage],
    ['a word as weight', '{"destination":"DE","weight":"heavy"}', 'weight', weightMessage],
    ['a hexadecimal weight', '{"destination":"DE","weight":"0x10"}', 'weight', weightMessage],
    ['a weight that is a list', '{"destination":"DE","weight":[500]}', 'weight', weightMessage],
    ['a weight that is true', '{"destination":"DE","weight":true}', 'weight', weightMessage],
    ['a weight that is an object', '{"destination":"DE","weight":{"g":5}}', 'weight', weightMessage],
    ['a long weight', `{"destination":"DE","weight":"${'1'.repeat(10_000)}"}`, 'weight', weightMessage],
    ['a side of 0', '{"destination":"DE","weight":500,"length":0}', 'length', lengthMessage],
    ['a negative side', '{"destination":"DE","weight":500,"length":"-3"}', 'length', lengthMessage],
    [
      'a side beyond the largest number',
      '{"destination":"DE","weight":500,"length":1e309}',
      'length',
      lengthMessage,
    ],
    ['a side with two commas', '{"destination":"DE","weight":500,"length":"1,5,0"}', 'length', lengthMessage],
    [
      'a height above the maximum',
      '{"destination":"DE","weight":500,"height":1001}',
      'height',
      'Height must be a number from 0.1 to 1,000 cm.',
    ],
    [
      'an unknown category',
      '{"destination":"DE","weight":500,"features":"999"}',
      'features',
      'Unknown category: 999',
    ],
    [
      'the id of a group of categories',
      '{"destination":"DE","weight":500,"features":"1"}',
      'features',
      'Unknown category: 1',
    ],
    [
      'a property name as category',
      '{"destination":"DE","weight":500,"features":"101,toString"}',
      'features',
      'Unknown category: toString',
    ],
    [
      'categories as a list',
      '{"destination":"DE","weight":500,"features":["101"]}',
      'features',
      'Features must be category ids joined by commas.',
    ],
    [
      'an unknown currency',
      '{"destination":"DE","weight":500,"currency":"XYZ"}',
      'currency',
      'Unknown currency',
    ],
    [
      'a property name as currency',
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
  ])('responds with the message of the field for %s', async (_case, body, field, message) => {
    const response = await postEstimate(body)
    expect(response.body).toMatchObject({ success: false, statusCode: 400, message, code: 'INVALID_INPUT' })
    expect(Object(response.body).errors[0]).toEqual({ field, message })
    expect(response.status).toBe(400)
  })

  test('lists every invalid field; the message is that of the first', async () => {
    const response = await postEstimate(
      JSON.stringify({ destination: 'ZZ', weight: 0, length: 'x', features: 'x', currency: 'x' }),
    )
    expect([response.status, response.body?.message]).toEqual([400, 'Unknown destination'])
    const fields = Object(response.body).errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['destination', 'weight', 'length', 'features', 'currency'])
  })

  test.each([
    ['no body', undefined, 'application/json', 400, 'Country is required'],
    ['null', 'null', 'application/json', 400, 'Country is required'],
    ['a list', '[]', 'application/json', 400, 'The request must be an object.'],
    ['a number', '5', 'application/json', 400, 'The request must be an object.'],
    ['broken JSON', '{"destination":', 'application/json', 400, 'The request could not be understood.'],
    ['a form', 'destination=DE&weight=500', 'application/x-www-form-urlencoded', 415, expect.any(String)],
  ])('rejects %s as the body', async (_case, body, type, status, message) => {
    const response = await postEstimate(body, type)
    expect([response.status, response.body?.message]).toEqual([status, message])
  })

  test('ignores fields inside of __proto__', async () => {
    const response = await postEstimate('{"__proto__":{"destination":"DE","weight":500}}')
    expect(response.status).toBe(400)
  })
})
