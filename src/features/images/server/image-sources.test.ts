import { describe, expect, test } from 'vitest'
import { isMediaName } from '../media-name.ts'
import { getHostGroup, isOwnPath, parseImageHosts, toWebSource } from './image-sources.ts'
import { createImageUrls, hashImageSource } from './uploads/signed-urls.ts'

describe('a media name', () => {
  test.each(['demo/court-low-sneaker/shop-1.webp', 'a.png', 'agents/2026/x_1.jpeg', 'a/b/c/d'])(
    'accepts the media name %s',
    (name) => {
      expect(isMediaName(name)).toBe(true)
    },
  )

  test.each([
    ...[
      '',
      '.',
      '..',
      '/',
      '/etc/passwd',
      '../secret',
      'demo/../secret',
      'demo/..',
      '..%2fsecret',
      'demo//a.webp',
    ],
    ...[
      'demo/',
      'demo/.hidden',
      '.ssh/id_rsa',
      'demo\\a.webp',
      'C:/a.webp',
      'a b.webp',
      'a\0.webp',
      'ä.webp',
    ],
    ...['https://img.alicdn.com/a.jpg', 'file:///etc/passwd', '~/a', 'a?b', 'a#b', 'a%00', '../'.repeat(30)],
    ...['a'.repeat(256)],
  ])('rejects the media name %j', (name) => {
    expect(isMediaName(name)).toBe(false)
  })
})

describe('an address that may be shown', () => {
  const hosts = parseImageHosts()
  test.each([
    ['https://img.alicdn.com/a.jpg', 'https://img.alicdn.com/a.jpg'],
    ['//img.alicdn.com/a.jpg?x=1#y', 'https://img.alicdn.com/a.jpg?x=1'],
    ['http://cbu01.alicdn.com/a.jpg', 'https://cbu01.alicdn.com/a.jpg'],
    ['HTTPS://SI.GEILICDN.COM/a.jpg', 'https://si.geilicdn.com/a.jpg'],
    ['  https://alicdn.com/a b.jpg', 'https://alicdn.com/a%20b.jpg'],
  ])('normalizes the URL %s', (raw, source) => {
    expect(toWebSource(raw, hosts)).toBe(source)
  })

  test.each([
    ...[
      '',
      'a.jpg',
      '/a.jpg',
      'demo/a.webp',
      'javascript:alert(1)',
      'data:image/png;base64,AA==',
      'ftp://alicdn.com/a',
    ],
    ...['https://evil.test/a.jpg', 'https://alicdn.com.evil.test/a.jpg', 'https://notalicdn.com/a.jpg'],
    ...[
      'https://user@img.alicdn.com/a.jpg',
      'https://img.alicdn.com:8443/a.jpg',
      'https://img.alicdn.com@evil.test/',
    ],
    ...[
      'https://127.0.0.1/a.jpg',
      'https://[::1]/a.jpg',
      'http://169.254.169.254/',
      'http://localhost:4010/a.png',
    ],
    ...['https://alicdn.com./a.jpg', `https://alicdn.com/${'a'.repeat(2048)}`],
  ])('rejects the URL %s', (raw) => {
    expect(toWebSource(raw, hosts)).toBeUndefined()
  })

  test('accepts URLs of hosts and origins that the operator configured', () => {
    const named = parseImageHosts(['pictures.test', 'http://localhost:4010'])
    expect(toWebSource('http://localhost:4010/a.png', named)).toBe('http://localhost:4010/a.png')
    expect(toWebSource('https://localhost:4010/a.png', named)).toBeUndefined()
    expect(toWebSource('http://localhost:4011/a.png', named)).toBeUndefined()
    expect(toWebSource('http://evil@localhost:4010/a.png', named)).toBeUndefined()
    expect(toWebSource('https://img.alicdn.com/a.jpg', named)).toBeUndefined()
    expect(toWebSource('https://a.pictures.test/a.jpg', named)).toBe('https://a.pictures.test/a.jpg')
    const groups = ['https://a.pictures.test/1', 'https://b.pictures.test/2', 'http://localhost:4010/3']
    expect(groups.map((one) => getHostGroup(new URL(one), named))).toEqual([
      'pictures.test',
      'pictures.test',
      'http://localhost:4010',
    ])
  })
})

describe('our addresses', () => {
  const { toImageUrl, isSigned } = createImageUrls('a secret for tests')

  test('image URLs are the same for the same source and do not reveal it', () => {
    const address = toImageUrl('demo/court-low-sneaker/shop-1.webp')
    expect(address).toMatch(/^\/img\/[\w-]{22}\/720\/[\w-]{22}\.webp$/)
    expect(createImageUrls('a secret for tests').toImageUrl('demo/court-low-sneaker/shop-1.webp')).toBe(
      address,
    )
    expect(createImageUrls('another secret').toImageUrl('demo/court-low-sneaker/shop-1.webp')).not.toBe(
      address,
    )
    expect(toImageUrl('demo/court-low-sneaker/shop-2.webp').split('/')[2]).not.toBe(address.split('/')[2])
  })

  test('returns paths of this site unchanged', () => {
    expect([toImageUrl('/agents/cnfans.svg'), toImageUrl('')]).toEqual(['/agents/cnfans.svg', ''])
    expect(isOwnPath('//evil.test/a.svg') || isOwnPath('/\\evil.test')).toBe(false)
    expect(toImageUrl('//evil.test/a.svg')).toMatch(/^\/img\//)
  })

  test('image URLs are correct when the cache is full', () => {
    const before = toImageUrl('a.webp')
    for (let i = 0; i < 12_000; i += 1) toImageUrl(`${i}.webp`)
    expect(toImageUrl('a.webp')).toBe(before)
  })

  test('image URLs cannot be created or changed without the secret', () => {
    const hash = hashImageSource('a.webp')
    const signature = toImageUrl('a.webp').split('/')[2] ?? ''
    expect(isSigned(signature, hash)).toBe(true)
    const last = signature.at(-1) === 'A' ? 'B' : 'A'
    const altered = [
      ...[
        '',
        'x',
        signature.slice(0, -2),
        `${signature}A`,
        `${signature}==`,
        ` ${signature}`,
        `${signature}\0`,
      ],
      ...[`${last}${signature.slice(1)}`, signature.toLowerCase(), signature.toUpperCase(), 'A'.repeat(22)],
      ...[hash, toImageUrl('b.webp').split('/')[2] ?? ''],
    ]
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    altered.push(
      ...[...letters].map((letter) => signature.slice(0, -1) + letter).filter((one) => one !== signature),
    )
    for (const one of altered) expect(isSigned(one, hash)).toBe(false)
    expect(isSigned(signature, hashImageSource('b.webp'))).toBe(false)
  })
})
