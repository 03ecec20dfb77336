import { describe, expect, test } from 'vitest'
import { getChangedDetails } from './edit-form.ts'

describe('getChangedDetails', () => {
  const current = { name: 'Cap', weight: 95, shippingTime: null, dimensions: '20x15x10', version: 3 }
  const typed = { name: 'Cap', weight: '95', shippingTime: '', dimensions: '20x15x10' }

  test('returns the non-empty fields and the version', () => {
    expect(getChangedDetails(current, typed)).toEqual({
      name: 'Cap',
      weight: 95,
      dimensions: '20x15x10',
      version: 3,
    })
  })

  test('returns null for a cleared field', () => {
    expect(getChangedDetails(current, { ...typed, weight: ' ', dimensions: '' })).toEqual({
      name: 'Cap',
      weight: null,
      dimensions: null,
      version: 3,
    })
  })

  test('omits an empty name', () => {
    expect(getChangedDetails(current, { ...typed, name: '  ' })).not.toHaveProperty('name')
  })

  test('returns numbers as numbers', () => {
    expect(getChangedDetails(current, { ...typed, weight: '280', shippingTime: '0' })).toMatchObject({
      weight: 280,
      shippingTime: 0,
    })
  })
})
