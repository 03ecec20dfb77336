import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('notifies listeners of each new value until they unsubscribe', () => {
  const store = createStore(0)
  const values: number[] = []
  const unsubscribe = store.subscribe(() => values.push(store.get()))
  store.set(1)
  store.set(2)
  unsubscribe()
  store.set(3)
  expect(values).toEqual([1, 2])
  expect([store.get(), store.first]).toEqual([3, 0])
})
