import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { images } from '#db/schema.ts'
import { useDatabase } from '#test/database.ts'
import { eventually } from '#test/eventually.ts'
import { createHalves, usePictureFixture } from '#test/fixtures/picture-fixture.ts'
import { imageLimits } from '../../limits.ts'
import { hashImageSource } from '../uploads/signed-urls.ts'

/** Compression changes a color slightly. */
const near = expect.stringMatching(/^#[89][ef0]a[2345]b[01234]$/)

const createPlainImage = (background: string | { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 200, height: 100, channels: typeof background === 'string' ? 3 : 4, background } })

describe('image metadata', () => {
  const database = useDatabase()
  const fixture = usePictureFixture(database)

  test('stores size, color and hash when an image is rendered', async () => {
    const { get, pictures } = await fixture.aServer()
    const tall = await createHalves(600, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const name = fixture.addMedia('tall.jpg', tall)
    const [other, never] = [
      fixture.addMedia('other.png', await createPlainImage('#8fa3b2').png().toBuffer()),
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

  test('adds color and AVIF to the URL, in another process too, and resolves it to the source', async () => {
    const { get, pictures } = await fixture.aServer()
    const name = fixture.addMedia('a.png', await createPlainImage('#8fa3b2').png().toBuffer())
    await get(name)
    await database.db
      .update(images)
      .set({ hasAvif: true })
      .where(eq(images.hash, hashImageSource(name)))
    const next = await fixture.aServer()
    const address = next.pictures.toImageUrl(name)
    expect(address).toBe(`${pictures.toImageUrl(name)}-avif`)
    expect(await next.pictures.resolveImageSource(address)).toBe(name)
    expect(await next.pictures.resolveImageSource(`${address}#more`)).toBe(name)
  })

  test('loads the metadata of another process when the image is requested', async () => {
    const { get } = await fixture.aServer()
    const name = fixture.addMedia('a.png', await createPlainImage('#8fa3b2').png().toBuffer())
    const next = await fixture.aServer()
    await get(name)
    expect(next.pictures.toImageUrl(name)).toMatch(/\.webp$/)
    await next.get(name)
    await eventually(() => expect(next.pictures.toImageUrl(name)).toMatch(/\.webp#[0-9a-f]{6}$/))
  })

  test('adds no color to the URL of a transparent image', async () => {
    const { get, pictures } = await fixture.aServer()
    const glass = createPlainImage({ r: 255, g: 0, b: 0, alpha: 0.25 })
    const name = fixture.addMedia('glass.png', await glass.png().toBuffer())
    await get(name)
    expect((await pictures.findMetadata([name])).get(name)?.colour).toMatch(/^#f[ef]000040$/)
    expect(pictures.toImageUrl(name)).toMatch(/\.webp$/)
  })

  test('invalidates pages once for many images', async () => {
    const { get } = await fixture.aServer({ limits: { invalidationWaitMs: 300, invalidationGapMs: 60_000 } })
    const bytes = await createPlainImage('teal').png().toBuffer()
    const names = Array.from({ length: 6 }, (_, i) => fixture.addMedia(`${i}.png`, bytes))
    await Promise.all(names.map((name) => get(name, 96)))
    await eventually(() => expect(fixture.published).toHaveLength(1))
    await get(fixture.addMedia('late.png', bytes), 96)
    expect(fixture.published).toHaveLength(1)
    expect(fixture.published[0]).toContainEqual(['getAllProduct'])
  })

  test('caches a limited number of images', async () => {
    const { get, pictures } = await fixture.aServer({ limits: { metadataInMemory: 2 } })
    const bytes = await createPlainImage('#8fa3b2').png().toBuffer()
    const names = ['a.png', 'b.png', 'c.png'].map((name) => fixture.addMedia(name, bytes))
    for (const name of names) await get(name, 96)
    expect(names.map((name) => pictures.toImageUrl(name).includes('#'))).toEqual([false, true, true])
    expect(imageLimits.metadataInMemory).toBe(50_000)
  })
})
