import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { images } from '#db/schema.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createHalves, usePictureFixture } from '#test/fixtures/picture-fixture.ts'
import { imageLimits } from '../../limits.ts'
import { hashImageSource } from '../uploads/signed-urls.ts'

/** Packing shifts a colour by a step or two. */
const near = expect.stringMatching(/^#[89][ef0]a[2345]b[01234]$/)

const createPlainImage = (background: string | { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 200, height: 100, channels: typeof background === 'string' ? 3 : 4, background } })

describe('what is known of pictures over the %s database', () => {
  const database = useDatabase()
  const stage = usePictureFixture(database)

  test('is known once one was drawn: size of the upright original, colour, fingerprint', async () => {
    const { get, pictures } = await stage.aServer()
    const tall = await createHalves(600, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const name = stage.addMedia('tall.jpg', tall)
    const [other, never] = [
      stage.addMedia('other.png', await createPlainImage('#8fa3b2').png().toBuffer()),
      'never.png',
    ]
    expect(await pictures.findMetadata([name, other, never])).toEqual(new Map())
    expect(pictures.toImageUrl(other)).toMatch(/\.webp$/)
    for (const source of [name, other]) await get(source, 96)
    expect(await pictures.findMetadata([name, other, never])).toEqual(
      new Map([
        [
          name,
          {
            width: 300,
            height: 600,
            colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
            fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
          },
        ],
        [
          other,
          { width: 200, height: 100, colour: near, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) },
        ],
      ]),
    )
    expect(pictures.toImageUrl(other)).toMatch(/\.webp#[89][ef0]a[2345]b[01234]$/)
  })

  test('the address tells it, another process too, and leads back to the source', async () => {
    const { get, pictures } = await stage.aServer()
    const name = stage.addMedia('a.png', await createPlainImage('#8fa3b2').png().toBuffer())
    await get(name)
    await database.db
      .update(images)
      .set({ hasAvif: true })
      .where(eq(images.hash, hashImageSource(name)))
    const next = await stage.aServer()
    const address = next.pictures.toImageUrl(name)
    expect(address).toBe(`${pictures.toImageUrl(name)}-avif`)
    expect(await next.pictures.resolveImageSource(address)).toBe(name)
    expect(await next.pictures.resolveImageSource(`${address}#more`)).toBe(name)
  })

  test('what another process found out is learnt when the picture is shown', async () => {
    const { get } = await stage.aServer()
    const name = stage.addMedia('a.png', await createPlainImage('#8fa3b2').png().toBuffer())
    const next = await stage.aServer()
    await get(name)
    expect(next.pictures.toImageUrl(name)).toMatch(/\.webp$/)
    await next.get(name)
    await eventually(() => expect(next.pictures.toImageUrl(name)).toMatch(/\.webp#[0-9a-f]{6}$/))
  })

  test('a picture that is transparent gets no colour behind it', async () => {
    const { get, pictures } = await stage.aServer()
    const glass = createPlainImage({ r: 255, g: 0, b: 0, alpha: 0.25 })
    const name = stage.addMedia('glass.png', await glass.png().toBuffer())
    await get(name)
    expect((await pictures.findMetadata([name])).get(name)?.colour).toMatch(/^#f[ef]000040$/)
    expect(pictures.toImageUrl(name)).toMatch(/\.webp$/)
  })

  test('pages are made anew once for many pictures', async () => {
    const { get } = await stage.aServer({ limits: { invalidationWaitMs: 300, invalidationGapMs: 60_000 } })
    const bytes = await createPlainImage('teal').png().toBuffer()
    const names = Array.from({ length: 6 }, (_, i) => stage.addMedia(`${i}.png`, bytes))
    await Promise.all(names.map((name) => get(name, 96)))
    await eventually(() => expect(stage.published).toHaveLength(1))
    await get(stage.addMedia('late.png', bytes), 96)
    expect(stage.published).toHaveLength(1)
    expect(stage.published[0]).toContainEqual(['getAllProduct'])
  })

  test('only so many are remembered', async () => {
    const { get, pictures } = await stage.aServer({ limits: { metadataInMemory: 2 } })
    const bytes = await createPlainImage('#8fa3b2').png().toBuffer()
    const names = ['a.png', 'b.png', 'c.png'].map((name) => stage.addMedia(name, bytes))
    for (const name of names) await get(name, 96)
    expect(names.map((name) => pictures.toImageUrl(name).includes('#'))).toEqual([false, true, true])
    expect(imageLimits.metadataInMemory).toBe(50_000)
  })
})
