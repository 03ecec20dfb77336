import { describe, expect, test } from 'vitest'
import { toCanonicalSearch } from './canonical-search.ts'

describe('the one address of an answer', () => {
  test('holds the code of its country, however it was given', () => {
    const parcel = { weight: '500', features: '202' }
    for (const destination of ['DE', 'de', 'Germany', ' germany '])
      expect(toCanonicalSearch({ ...parcel, destination, sent: '1' })).toEqual({
        ...parcel,
        destination: 'DE',
      })
    expect(toCanonicalSearch({ ...parcel, destination: 'UK' }).destination).toBe('GB')
  })

  test('keeps what is wrong or missing, and that it was sent', () => {
    expect(toCanonicalSearch({ destination: 'Atlantis', weight: '5', sent: '1' })).toEqual({
      destination: 'Atlantis',
      weight: '5',
      sent: '1',
    })
    expect(toCanonicalSearch({ weight: '5', sent: '1' })).toEqual({ weight: '5', sent: '1' })
    expect(toCanonicalSearch({ destination: 'Peru', sent: '1' })).toEqual({ destination: 'PE', sent: '1' })
  })
})
