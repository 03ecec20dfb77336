import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { apiBase } from '#shared/paths.ts'
import type { Reply } from '#support/http-client.ts'

import {
  admin,
  createNamedCard,
  getStatusAndMessage,
  line,
  tier,
  useRateCardFixture,
} from '#test/fixtures/rate-card-fixture.ts'

describe('invalid imports', () => {
  const { app, send, listIds, getPublicFreight, listEvents } = useRateCardFixture()

  const sendRaw = (body: string) =>
    app().send(`${apiBase}/shipping/rateCards`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body,
    })

  describe('an invalid import', () => {
    async function expectRejection(response: Reply, status: number, sentence: string, field?: string) {
      expect(getStatusAndMessage(response)).toEqual([status, sentence])
      if (field !== undefined)
        expect(response.body).toMatchObject({ errors: [{ field, message: expect.any(String) }] })
      expect(await listIds()).toEqual(['winter*', 'default-2026-11b'])
      expect(await getPublicFreight()).toBe(120)
      expect(await listEvents('rate-card-imported')).toHaveLength(1)
    }
    const importWinter = () => send({ card: createNamedCard(), activate: true })

    const path = 'lines[0] (ems), rates[0] (DE, FR)'
    test.each<[string, unknown, string, string]>([
      [
        'an invalid schema',
        { ...createNamedCard(), schema: 'rate-card/9' },
        'schema: "rate-card/9" is not "rate-card/1".',
        'schema',
      ],
      [
        'overlapping tiers',
        createNamedCard({
          lines: [
            { ...line, rates: [{ countries: ['DE', 'FR'], tiers: [tier, { ...tier, upTo: 20_000 }] }] },
          ],
        }),
        `${path}, tiers[1].upTo: 20000 must be greater than 30000.`,
        'lines[0].rates[0].tiers[1].upTo',
      ],
      [
        'an unknown category',
        createNamedCard({ lines: [{ ...line, categories: { block: ['#lava'] } }] }),
        'lines[0] (ems), categories.block[0]: "#lava" is no category of /category.json.',
        'lines[0].categories.block[0]',
      ],
      [
        'an unknown country',
        createNamedCard({ lines: [{ ...line, rates: [{ countries: ['ZZ'], tiers: [tier] }] }] }),
        "lines[0] (ems), rates[0] (ZZ), countries[0]: ZZ isn't a country in /country.json.",
        'lines[0].rates[0].countries[0]',
      ],
      ['a text instead of a card', 'a card', 'card: "a card" is not an object.', 'card'],
      [
        'far too many lines',
        { ...createNamedCard(), lines: Array(5000).fill(line) },
        'lines: A card has 200 lines at most, this has 5000 so far.',
        'lines',
      ],
      [
        'far too many empty rows',
        { ...createNamedCard(), lines: [{ ...line, rates: Array(500_000).fill(0) }] },
        'lines[0] (ems), rates: A card has 5000 rates at most, this has 500000 so far.',
        'lines[0].rates',
      ],
    ])('is rejected without any change: %s', async (_case, card, sentence, field) => {
      await importWinter()
      await expectRejection(await send({ card, activate: true }), 400, sentence, field)
    })

    test('is rejected for figures beyond the range of JSON numbers', async () => {
      await importWinter()
      const text = JSON.stringify({ card: createNamedCard(), activate: true })
      const huge = `${path}, tiers[0].feeFirst: Infinity is not a number.`
      await expectRejection(
        await sendRaw(text.replace('100', '1e309')),
        400,
        huge,
        'lines[0].rates[0].tiers[0].feeFirst',
      )
      for (const invalidNumber of ['NaN', '1,5', '0x10'])
        await expectRejection(
          await sendRaw(text.replace('100', invalidNumber)),
          400,
          'The request could not be understood.',
        )
    })

    test('is rejected for keys that would change the prototype of all objects', async () => {
      await importWinter()
      const text = JSON.stringify({ card: createNamedCard(), activate: true })
      for (const key of ['"__proto__":{"x":1}', '"constructor":{"prototype":{"x":1}}'])
        for (const at of ['{"card":{', '"lines":[{', '"rates":[{', '"tiers":[{'])
          await expectRejection(
            await sendRaw(text.replace(at, `${at}${key},`)),
            400,
            'The request could not be understood.',
          )
      expect(Object({}).x).toBeUndefined()
    })

    test('is rejected for very deep lists', async () => {
      await importWinter()
      const response = await sendRaw(`{"card":${'['.repeat(500_000)}${']'.repeat(500_000)}}`)
      expect(response.status).toBe(400)
      const deep = `"x":${'['.repeat(500_000)}${']'.repeat(500_000)},`
      const text = JSON.stringify({ card: createNamedCard(), activate: true }).replace(
        '"lines":[{',
        `"lines":[{${deep}`,
      )
      const sentence = 'lines[0] (ems), x: Unknown field.'
      await expectRejection(await sendRaw(text), 400, sentence, 'lines[0].x')
    })

    test('is rejected for a body without a card', async () => {
      await importWinter()
      for (const body of [{}, { csv: 'line_id,countries' }, { activate: true }])
        await expectRejection(await send(body), 400, 'card: This is missing.', 'card')
    })

    test('is rejected for invalid exchange rates', async () => {
      await importWinter()
      const sentence = 'fx.USD: "-1" is not a decimal number above 0.'
      await expectRejection(
        await send({ card: createNamedCard(), activate: true, fx: { EUR: '1', USD: '-1' } }),
        400,
        sentence,
        'fx.USD',
      )
    })

    test('is rejected for a body of 3 MB, with and without a content length', async () => {
      await importWinter()
      const body = JSON.stringify({ card: createNamedCard({ disclaimer: 'x'.repeat(3 * 1024 ** 2) }) })
      expect(await sendPartialBody(Buffer.byteLength(body), body.slice(0, 1000))).toBe(413)
      expect(await sendPartialBody(undefined, body)).toBe(413)
      await expectRejection(await send({}), 400, 'card: This is missing.')
    })

    test('is rejected for a body of 50 MB after its beginning', async () => {
      await importWinter()
      expect(await sendPartialBody(50 * 1024 ** 2, '{"card":{')).toBe(413)
    })
  })

  /** Sends only the beginning of a body with a content length; returns the status of the response. */
  function sendPartialBody(
    contentLength: number | undefined,
    beginning: string,
  ): Promise<number | undefined> {
    const { port } = app().app.server.address() as AddressInfo // the server listens on a port, not on a pipe
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    const headers = {
      ...admin,
      'content-type': 'application/json',
      ...(contentLength === undefined
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': contentLength }),
    }
    let status: number | undefined
    const sent = request(
      { port, path: `${apiBase}/shipping/rateCards`, method: 'POST', headers },
      (response) => {
        status = response.statusCode
        resolve(status)
        sent.destroy()
      },
    )
    // After its response the server may close the connection of a client that is still sending.
    sent.on('error', (error) => (status === undefined ? reject(error) : undefined))
    sent.write(beginning)
    return promise
  }
})
