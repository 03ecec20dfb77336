import { describe, expect, test } from 'vitest'
import { settled } from './lists-on-server.ts'

describe('the one address of an answer', () => {
  test('holds the code of its country, however it was given', () => {
    const parcel = { weight: '500', features: '202' }
    for (const destination of ['DE', 'de', 'Germany', ' germany '])
      expect(settled({ ...parcel, destination, sent: '1' })).toEqual({ ...parcel, destination: 'DE' })
    expect(settled({ ...parcel, destination: 'UK' }).destination).toBe('GB')
  })

  test('keeps what is wrong or missing, and that it was sent', () => {
    expect(settled({ destination: 'Atlantis', weight: '5', sent: '1' })).toEqual({
      destination: 'Atlantis',
      weight: '5',
      sent: '1',
    })
    expect(settled({ weight: '5', sent: '1' })).toEqual({ weight: '5', sent: '1' })
    expect(settled({ destination: 'Peru', sent: '1' })).toEqual({ destination: 'PE', sent: '1' })
  })
})
