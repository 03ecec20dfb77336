import { describe, expect, test } from 'vitest'
import { toCanonicalSearch } from './canonical-search.ts'

describe('toCanonicalSearch', () => {
  test('replaces a name, alias or lower-case code of the country by its code', () => {
    const parcel = { weight: '500', features: '202' }
    for (const destination of ['DE', 'de', 'Germany', ' germany '])
      expect(toCanonicalSearch({ ...parcel, destination, sent: '1' })).toEqual({
        ...parcel,
        destination: 'DE',
      })
    expect(toCanonicalSearch({ ...parcel, destination: 'UK' }).destination).toBe('GB')
  })

  test('converts a typed unit to grams and centimeters', () => {
    expect(toCanonicalSearch({ destination: 'DE', weight: '1,5 kg', length: '340 mm' })).toMatchObject({
      weight: '1500',
      length: '34',
    })
    expect(toCanonicalSearch({ weight: '1,200 kg' }).weight).toBe('1200')
    expect(toCanonicalSearch({ weight: '1,200 g' }).weight).toBe('1,200 g')
  })

  test('keeps invalid texts, and `sent` while a field is missing', () => {
    expect(toCanonicalSearch({ destination: 'Atlantis', weight: '5', sent: '1' })).toEqual({
      destination: 'Atlantis',
      weight: '5',
      sent: '1',
    })
    expect(toCanonicalSearch({ weight: '5', sent: '1' })).toEqual({ weight: '5', sent: '1' })
    expect(toCanonicalSearch({ destination: 'Peru', sent: '1' })).toEqual({ destination: 'PE', sent: '1' })
  })
})
