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

  describe('an invalid import changes nothing and names the fault:', () => {
    async function expectRejection(reply: Reply, status: number, sentence: string, field?: string) {
      expect(getStatusAndMessage(reply)).toEqual([status, sentence])
      if (field !== undefined)
        expect(reply.body).toMatchObject({ errors: [{ field, message: expect.any(String) }] })
      expect(await listIds()).toEqual(['winter*', 'default-2026-11'])
      expect(await getPublicFreight()).toBe(120)
      expect(await listEvents('rate-card-imported')).toHaveLength(1)
    }
    const importWinter = () => send({ card: createNamedCard(), activate: true })

    const path = 'lines[0] (ems), rates[0] (DE, FR)'
    test.each<[string, unknown, string, string]>([
      [
        'a wrong schema',
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
      ['no card but a text', 'a card', 'card: "a card" is not an object.', 'card'],
      [
        'a bomb of lines',
        { ...createNamedCard(), lines: Array(5000).fill(line) },
        'lines: A card has 200 lines at most, this has 5000 so far.',
        'lines',
      ],
      [
        'a bomb of empty rows',
        { ...createNamedCard(), lines: [{ ...line, rates: Array(500_000).fill(0) }] },
        'lines[0] (ems), rates: A card has 5000 rates at most, this has 500000 so far.',
        'lines[0].rates',
      ],
    ])('%s', async (_what, card, sentence, field) => {
      await importWinter()
      await expectRejection(await send({ card, activate: true }), 400, sentence, field)
    })

    test('figures beyond the range of JSON numbers', async () => {
      await importWinter()
      const text = JSON.stringify({ card: createNamedCard(), activate: true })
      const huge = `${path}, tiers[0].feeFirst: Infinity is not a number.`
      await expectRejection(
        await sendRaw(text.replace('100', '1e309')),
        400,
        huge,
        'lines[0].rates[0].tiers[0].feeFirst',
      )
      for (const wrong of ['NaN', '1,5', '0x10'])
        await expectRejection(
          await sendRaw(text.replace('100', wrong)),
          400,
          'The request could not be understood.',
        )
    })

    test('keys that would pollute the prototype of all objects', async () => {
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

    test('very deep lists', async () => {
      await importWinter()
      const reply = await sendRaw(`{"card":${'['.repeat(500_000)}${']'.repeat(500_000)}}`)
      expect(reply.status).toBe(400)
      const deep = `"x":${'['.repeat(500_000)}${']'.repeat(500_000)},`
      const text = JSON.stringify({ card: createNamedCard(), activate: true }).replace(
        '"lines":[{',
        `"lines":[{${deep}`,
      )
      const sentence = 'lines[0] (ems), x: Unknown field.'
      await expectRejection(await sendRaw(text), 400, sentence, 'lines[0].x')
    })

    test('a body without a card', async () => {
      await importWinter()
      for (const body of [{}, { csv: 'line_id,countries' }, { activate: true }])
        await expectRejection(await send(body), 400, 'card: This is missing.', 'card')
    })

    test('invalid exchange rates', async () => {
      await importWinter()
      const sentence = 'fx.USD: "-1" is not a decimal number above 0.'
      await expectRejection(
        await send({ card: createNamedCard(), activate: true, fx: { EUR: '1', USD: '-1' } }),
        400,
        sentence,
        'fx.USD',
      )
    })

    test('a body of 3 MB, with and without a content length', async () => {
      await importWinter()
      const body = JSON.stringify({ card: createNamedCard({ disclaimer: 'x'.repeat(3 * 1024 ** 2) }) })
      expect(await sendBeginning(Buffer.byteLength(body), body.slice(0, 1000))).toBe(413)
      expect(await sendBeginning(undefined, body)).toBe(413)
      await expectRejection(await send({}), 400, 'card: This is missing.')
    })

    test('a body of 50 MB, of which only the beginning is read', async () => {
      await importWinter()
      expect(await sendBeginning(50 * 1024 ** 2, '{"card":{')).toBe(413)
    })
  })

  /** The status of a request with that content length, of which only the beginning is sent before the response. */
  function sendBeginning(bytes: number | undefined, beginning: string): Promise<number | undefined> {
    const { port } = app().app.server.address() as AddressInfo // not a pipe, which would be a text
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    const headers = {
      ...admin,
      'content-type': 'application/json',
      ...(bytes === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }),
    }
    let status: number | undefined
    const sent = request(
      { port, path: `${apiBase}/shipping/rateCards`, method: 'POST', headers },
      (reply) => {
        status = reply.statusCode
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
